/// @file
/// The mutex, for an owner that locks it again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include <kev/abi.hpp>
#include <kev/mutex.hpp>

#include <kev/quiet_begin.inc>

#include <kev/library/this_thread.hpp>
#include <kev/world.hpp>

namespace kev::inline v0_9 {

/// A recursive mutex; names and meaning as std::recursive_timed_mutex, of which
/// std::recursive_mutex is a part. All bits zero: free. Constant-initialized, trivially destructible, cannot
/// fail. In all else it is this lab's mutex, which it contains.
/// **Warning.** A thread must not end while it owns the lock. A later thread that gets the same number would be let
/// in as the owner. (clang's analysis knew no recursive locks before clang 21, so this class has no annotations.)
///
/// `Mutex` is this lab's mutex, or a checked one, which notices misuse.
template <typename Mutex>
class basic_recursive_mutex {
public:
    constexpr basic_recursive_mutex() noexcept = default;
    basic_recursive_mutex(basic_recursive_mutex const&) = delete;
    basic_recursive_mutex& operator=(basic_recursive_mutex const&) = delete;

    /// Takes the lock, or takes it once more. Blocks while another thread owns it.
    [[clang::no_thread_safety_analysis]] void lock() noexcept {
        std::uintptr_t const me = library::this_thread();
        if (is_owned_by(me)) return enter_again();
        mutex_.lock();
        become_owner(me);
    }

    /// As lock(), if it need not wait. Does not block.
    bool try_lock() noexcept {
        return attempt([this] { return mutex_.try_lock(); });
    }

    /// As lock(), for at most `interval` on a steady clock. @return whether the lock was taken.
    template <typename Rep, typename Period>
    bool try_lock_for(std::chrono::duration<Rep, Period> interval) noexcept {
        return attempt([&] { return mutex_.try_lock_for(interval); });
    }

    /// As lock(), until the clock shows `deadline`.
    template <typename Clock, typename Duration>
    bool try_lock_until(std::chrono::time_point<Clock, Duration> deadline) noexcept {
        return attempt([&] { return mutex_.try_lock_until(deadline); });
    }

    /// Takes one lock() back; with the last one the mutex is free. Only the owner may call it.
    [[clang::no_thread_safety_analysis]] void unlock() noexcept {
        if constexpr (requires { mutex_.check_owner(); }) mutex_.check_owner();
        if (--depth_ > 0) return;
        // relaxed: this thread alone can find its own name here, and now it will not.
        owner_.store(0, std::memory_order_relaxed);
        mutex_.unlock();
    }

    /// Takes all lock()s back, however many: for a condition variable, whose waiter must leave the mutex
    /// entirely. @return how many there were, for lock_again().
    std::size_t unlock_entirely() noexcept {
        std::size_t const depth = depth_;
        depth_ = 1;
        unlock();
        return depth;
    }

    /// Takes the lock as often as unlock_entirely() has given it up.
    void lock_again(std::size_t depth) noexcept {
        lock();
        depth_ = depth;
    }

private:
    friend struct lab08::testing_access; // the tests'

    bool is_owned_by(std::uintptr_t me) const noexcept {
        // relaxed: only a thread of this number ever writes the number, and this thread sees its own writes.
        // A thread that had the number before took it out in unlock(), and had ended when the number was
        // given again (see this_thread()). Any other value says no, be it old or new.
        return owner_.load(std::memory_order_relaxed) == me;
    }

    void enter_again() noexcept { ++depth_; }

    void become_owner(std::uintptr_t me) noexcept {
        // relaxed: no other thread concludes anything from it.
        owner_.store(me, std::memory_order_relaxed);
        depth_ = 1;
    }

    template <typename Attempt>
    bool attempt(Attempt take) noexcept {
        std::uintptr_t const me = library::this_thread();
        if (is_owned_by(me)) {
            enter_again();
            return true;
        }
        if (!take()) return false;
        become_owner(me);
        return true;
    }

    Mutex mutex_;
    kev::atomic<std::uintptr_t> owner_{0, "owner"}; // this_thread() of the owner
    std::size_t depth_ = 0; // the owner's; as wide as a pointer, so no program can count it over
};

using recursive_mutex = basic_recursive_mutex<mutex>;
using recursive_timed_mutex = recursive_mutex;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
