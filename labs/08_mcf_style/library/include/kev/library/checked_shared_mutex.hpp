/// @file
/// The reader/writer lock that notices when it is misused.
#pragma once

#include <chrono>

#include <kev/library/misuse.hpp>
#include <kev/library/owner_note.hpp>
#include <kev/library/shared_mutex_text.hpp>
#include <kev/library/state_of.hpp>
#include <kev/shared_mutex.hpp>

namespace kev::inline v0_9 {

class [[clang::capability(
    "mutex")]] checked_shared_mutex; // clang wants the attribute before the class

/// The library's reader/writer lock, and beside it the writer that is inside; `kev::shared_mutex` of a checked build. As
/// checked_mutex. Readers have no name, so of them only the last unlock too many is seen.
class checked_shared_mutex {
public:
    constexpr checked_shared_mutex() noexcept = default;
    ~checked_shared_mutex() {
        if (shared_bits::sleeping_writers(state()) != 0 ||
            shared_bits::sleeping_readers(state()) != 0)
            complain("is destroyed, but threads sleep in it");
    }
    checked_shared_mutex(checked_shared_mutex const&) = delete;
    checked_shared_mutex& operator=(checked_shared_mutex const&) = delete;

    /// As shared_mutex::lock().
    [[clang::acquire_capability]] void lock() noexcept {
        if (try_lock()) return;
        check_waiter();
        mutex_.lock();
        writer_.write_mine();
    }
    /// As shared_mutex::try_lock().
    [[clang::try_acquire_capability(true)]] bool try_lock() noexcept {
        return noted(mutex_.try_lock());
    }
    /// As shared_mutex::try_lock_for().
    template <typename Rep, typename Period>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return try_lock() || (check_waiter(), noted(mutex_.try_lock_for(interval)));
    }
    /// As shared_mutex::try_lock_until().
    template <typename Clock, typename Duration>
    [[clang::try_acquire_capability(true)]] bool
    try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return try_lock() || (check_waiter(), noted(mutex_.try_lock_until(deadline)));
    }
    /// As shared_mutex::unlock(). From then on the object may be gone.
    [[clang::release_capability]] void unlock() noexcept {
        if ((state() & shared_bits::exclusive) == 0)
            complain("is unlocked, but no writer is inside");
        if (!writer_.is_mine()) complain("is unlocked by a thread that is not its writer");
        writer_.clear();
        mutex_.unlock();
    }

    /// As shared_mutex::lock_shared().
    [[clang::acquire_shared_capability]] void lock_shared() noexcept {
        if (try_lock_shared()) return;
        check_waiter();
        mutex_.lock_shared();
    }
    /// As shared_mutex::try_lock_shared().
    [[clang::try_acquire_shared_capability(true)]] bool try_lock_shared() noexcept {
        return mutex_.try_lock_shared();
    }
    /// As shared_mutex::try_lock_shared_for().
    template <typename Rep, typename Period>
    [[clang::try_acquire_shared_capability(true)]] bool
    try_lock_shared_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return try_lock_shared() || (check_waiter(), mutex_.try_lock_shared_for(interval));
    }
    /// As shared_mutex::try_lock_shared_until().
    template <typename Clock, typename Duration>
    [[clang::try_acquire_shared_capability(true)]] bool
    try_lock_shared_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return try_lock_shared() || (check_waiter(), mutex_.try_lock_shared_until(deadline));
    }
    /// As shared_mutex::unlock_shared().
    [[clang::release_shared_capability]] void unlock_shared() noexcept {
        if (shared_bits::readers(state()) == 0)
            complain("is unlocked by a reader, but no reader is inside");
        mutex_.unlock_shared();
    }

    /// The state of the lock: a racy snapshot.
    lab08::state_t state() const noexcept { return library::state_of(mutex_); }

private:
    /// The caller could not go in, and is about to wait.
    void check_waiter() const noexcept {
        if (writer_.is_mine())
            complain("is locked again by its writer, which would wait for itself");
    }

    bool noted(bool taken) noexcept {
        if (taken) writer_.write_mine();
        return taken;
    }

    [[noreturn]] void complain(char const* misuse) const noexcept {
        library::report_misuse({"shared_mutex", this}, misuse, {state(), shared_bits::describe},
                               writer_.number());
    }

    plain::shared_mutex mutex_;
    library::owner_note writer_;
};

} // namespace kev::inline v0_9
