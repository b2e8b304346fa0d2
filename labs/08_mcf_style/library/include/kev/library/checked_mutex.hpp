/// @file
/// The mutex that notices when it is misused.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_text.hpp>
#include <kev/library/misuse.hpp>
#include <kev/library/owner_note.hpp>
#include <kev/library/recorded_wait.hpp>
#include <kev/library/state_of.hpp>

namespace kev::inline v0_9 {

class [[clang::capability("mutex")]] checked_mutex; // clang wants the attribute before the class

/// Lab 08's mutex, and beside it its owner; `kev::mutex` of a checked build (KEV_CHECKED). A misuse ends the program with a
/// message (misuse.hpp): to unlock a free mutex, to unlock it as another thread than the owner, to lock it again as the
/// owner, to destroy it while threads sleep in it, to wait for a mutex in a circle of threads (recorded_wait.hpp).
///
/// Another thread's misuse may come at any moment, so not every misuse is seen. A report is always right.
class checked_mutex {
public:
    constexpr checked_mutex() noexcept = default;
    ~checked_mutex() {
        if (state() >> 32 != 0)
            complain("is destroyed, but threads sleep in it"); // sleeping or called
    }
    checked_mutex(checked_mutex const&) = delete;
    checked_mutex& operator=(checked_mutex const&) = delete;

    /// As mutex::lock().
    [[clang::acquire_capability]] void lock() noexcept {
        if (!mutex_.try_lock()) {
            check_waiter();
            library::recorded_wait const recorded(*this);
            mutex_.lock();
        }
        owner_.write_mine();
    }

    /// As mutex::try_lock().
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        return noted(mutex_.try_lock());
    }

    /// As mutex::try_lock_for().
    template <typename Rep, typename Period>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return try_lock() || (check_waiter(), noted(mutex_.try_lock_for(interval)));
    }

    /// As mutex::try_lock_until().
    template <typename Clock, typename Duration>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return try_lock() || (check_waiter(), noted(mutex_.try_lock_until(deadline)));
    }

    /// As mutex::unlock(). From the unlock on, the object may be gone.
    [[clang::release_capability]] void unlock() noexcept {
        if (lab08::mutex_bits::is_free(state())) complain("is unlocked, but it is free");
        check_owner();
        owner_.clear();
        mutex_.unlock();
    }

    /// The caller is about to take back one lock() of a recursive mutex, which begins with this object. Another
    /// thread must not touch its depth.
    void check_owner() const noexcept {
        if (!owner_.is_mine()) complain("is unlocked by a thread that does not own it");
    }

    /// this_thread() of the owner; 0: none. It may be old, unless the owner cannot go on.
    std::uintptr_t owner() const noexcept { return owner_.number(); }

    /// The state of the mutex: a racy snapshot.
    lab08::state_t state() const noexcept { return library::state_of(mutex_); }

private:
    /// The caller has found the lock taken, and is about to wait for it.
    void check_waiter() const noexcept {
        if (owner_.is_mine()) complain("is locked again by its owner, which would wait for itself");
    }

    bool noted(bool taken) noexcept {
        if (taken) owner_.write_mine();
        return taken;
    }

    [[noreturn]] void complain(char const* misuse) const noexcept {
        library::report_misuse({"mutex", this}, misuse, {state(), lab08::mutex_bits::describe},
                               owner_.number());
    }

    lab08::mutex mutex_;
    library::owner_note owner_;
};

} // namespace kev::inline v0_9
