/// @file
/// A lock may decide which waiters spin before they sleep.
#pragma once

#include <cstddef>

namespace kev::lab07::simulation {

/// A lock's memory of earlier spins. Each waiter asks it before it spins, and reports the result. Without such a memory every
/// waiter spins for parameters::spin. Lab 08 has one in the word of its mutex.
class spin_advice {
public:
    /// Whether a thread that begins to wait should spin, while `spinning` other threads spin.
    virtual bool may_spin(std::size_t spinning) noexcept = 0;
    /// A spinning thread got the lock.
    virtual void spin_paid() noexcept = 0;
    /// A spinning thread did not get the lock, and goes to sleep.
    virtual void spin_failed() noexcept = 0;
    /// A release found no waiter: no thread spins, sleeps, or was woken and does not run yet.
    virtual void nobody_waits() noexcept = 0;

protected:
    ~spin_advice() = default;
};

} // namespace kev::lab07::simulation
