/// @file
/// Guards that clang's thread-safety analysis can follow.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab04/basic_lockable.hpp>
#include <kev/thread_safety.hpp>

namespace kev::inline v0_9 {

/// As std::lock_guard, but that it cannot adopt a lock that is owned already, and throws nothing. And the
/// analysis knows what it does, while libstdc++ does not tell of its own. A variable that is declared with
/// KEV_GUARDED_BY is then checked wherever it is used.
template <lab04::basic_lockable Lock>
class [[nodiscard]] [[clang::scoped_lockable]] lock_guard {
public:
    /// Takes `lock`. Blocks until it is free.
    explicit lock_guard(Lock& lock) noexcept KEV_ACQUIRES(lock) : lock_(lock) { lock_.lock(); }
    [[clang::release_capability]] ~lock_guard() { lock_.unlock(); }
    lock_guard(lock_guard const&) = delete;
    lock_guard& operator=(lock_guard const&) = delete;

private:
    Lock& lock_;
};
// `lock_guard const mine(m);` is meant: without this, -Wctad-maybe-unsupported doubts it.
template <typename Lock>
lock_guard(Lock&) -> lock_guard<Lock>;

/// As std::shared_lock, without what can go wrong: inside together with other readers, as long as it lives.
template <typename Lock>
requires requires(Lock& lock) {
    lock.lock_shared();
    lock.unlock_shared();
}
class [[nodiscard]] [[clang::scoped_lockable]] shared_lock_guard {
public:
    /// Takes `lock` together with other readers. Blocks while a writer is inside or waits.
    explicit shared_lock_guard(Lock& lock) noexcept KEV_ACQUIRES_SHARED(lock) : lock_(lock) {
        lock_.lock_shared();
    }
    [[clang::release_capability]] ~shared_lock_guard() { lock_.unlock_shared(); }
    shared_lock_guard(shared_lock_guard const&) = delete;
    shared_lock_guard& operator=(shared_lock_guard const&) = delete;

private:
    Lock& lock_;
};
template <typename Lock>
shared_lock_guard(Lock&) -> shared_lock_guard<Lock>;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
