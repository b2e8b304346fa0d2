/// @file
/// A condition variable that is a number; what it counts is yours.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>

#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A condition variable in 4 bytes, for any BasicLockable. The number counts notifications; a
/// notification that comes between a waiter's unlock and its sleep is not lost.
///
/// Waits may return for no reason. Nothing is promised about the order. Constant-initialised, trivially destructible. It must
/// outlive every wait, not only every notification: a waiter reads the number after the unlock.
///
/// Source of the idea: U. Drepper, "Futexes Are Tricky"; musl's first condition variable.
class address_condition_variable {
public:
    constexpr address_condition_variable() noexcept = default;
    address_condition_variable(address_condition_variable const&) = delete;
    address_condition_variable& operator=(address_condition_variable const&) = delete;

    /// Gives the lock up, sleeps until notified, takes the lock again. Blocks.
    template <typename Lock>
    void wait(Lock& lock) {
        wait_with(lock, nullptr);
    }

    /// As wait(), again and again until the condition holds.
    template <typename Lock, typename Condition>
    void wait(Lock& lock, Condition holds) {
        // TODO(you): a wait may return for no reason.
        static_cast<void>(holds);
        wait(lock);
    }

    /// As wait(), for at most `interval`.
    template <typename Lock, typename Rep, typename Period>
    std::cv_status wait_for(Lock& lock, std::chrono::duration<Rep, Period> interval) {
        nt::LARGE_INTEGER limit = lab02::relative_timeout(interval);
        return wait_with(lock, &limit) ? std::cv_status::no_timeout : std::cv_status::timeout;
    }

    /// Wakes one waiter, if there is one. The lock need not be owned. Does not block.
    void notify_one() noexcept {
        // TODO(you): count, and wake one.
    }

    /// Wakes all waiters. Does not block.
    void notify_all() noexcept {
        // TODO(you): the same for all.
    }

private:
    template <typename Lock>
    bool wait_with([[maybe_unused]] Lock& lock, [[maybe_unused]] nt::PLARGE_INTEGER limit) {
        // TODO(you): give the lock up, sleep while the number has not changed, take the lock again. When do
        // you read the number? @return false if the time was up: what wait_on_address() says.
        return false;
    }

    kev::atomic<std::uint32_t> number_{0, "number"};
};

} // namespace kev::lab06
