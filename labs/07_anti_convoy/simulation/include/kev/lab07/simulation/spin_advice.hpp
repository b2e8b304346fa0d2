/// @file
/// Who spins before it sleeps, where a lock has an opinion on that.
#pragma once

#include <cstddef>

namespace kev::lab07::simulation {

/// A lock's memory of how spinning went. It is asked by each waiter, and told what came of it. Without one
/// every waiter spins for parameters::spin. Lab 08 has such a memory in the word of its mutex.
class spin_advice {
public:
    /// Whether a thread that begins to wait should spin, while so many do.
    virtual bool may_spin(std::size_t spinning) noexcept = 0;
    /// A spin has led to the lock.
    virtual void spin_paid() noexcept = 0;
    /// A spin was in vain: the thread goes to sleep.
    virtual void spin_failed() noexcept = 0;
    /// A release found that nobody waits: nobody spins, sleeps, or was woken and does not run yet.
    virtual void nobody_waits() noexcept = 0;

protected:
    ~spin_advice() = default;
};

} // namespace kev::lab07::simulation
