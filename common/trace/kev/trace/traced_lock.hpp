/// @file
/// A lock whose comings and goings are written down.
#pragma once

#include <kev/thread_safety.hpp>
#include <kev/trace/log.hpp>

namespace kev::trace {

/// Meets BasicLockable as Lock does, and writes into the log of each thread that has one. The entry
/// `released` comes before unlock(): behind it, the next owner might be written down first.
///
/// clang's thread-safety analysis sees a Lock that says what it does (libc++ 21's std::mutex too) taken here and not
/// given back, and is told to look away: what it should see is the lock as a whole, and that says nothing.
template <typename Lock>
class traced_lock {
public:
    [[clang::no_thread_safety_analysis]] void lock() {
        note(what::arrive);
        lock_.lock();
        note(what::acquired);
    }
    [[clang::no_thread_safety_analysis]] void unlock() {
        note(what::released);
        lock_.unlock();
    }

private:
    Lock lock_{};
};

} // namespace kev::trace
