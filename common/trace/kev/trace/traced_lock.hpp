/// @file
/// A lock whose comings and goings are written down.
#pragma once

#include <kev/trace/log.hpp>

namespace kev::trace {

/// Meets BasicLockable as Lock does, and writes into the log of each thread that has one. The entry
/// `released` comes before unlock(): behind it, the next owner might be written down first.
template <typename Lock>
class traced_lock {
public:
    void lock() {
        note(what::arrive);
        lock_.lock();
        note(what::acquired);
    }
    void unlock() {
        note(what::released);
        lock_.unlock();
    }

private:
    Lock lock_{};
};

} // namespace kev::trace
