/// @file
/// A fair lock that does not sleep: threads draw tickets, as at a shop's counter.
#pragma once

#include <cstdint>

#include <kev/lab07/back_off.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// Each thread draws a number and spins until the number is called. The lock is as fair as handoff_mutex.hpp and has a
/// convoy of another kind. With more threads than processors, the thread whose number is called often does not run, and
/// no other thread may go. All waiters look at one word, so each unlock() makes every waiting processor fetch it again.
///
/// It is here for contrast. It is right where a spinning thread never loses its processor, as in kernels. It yields, so
/// that it makes progress with few processors. Meets Lockable; not recursive; the next owner may destroy it.
/// Source of the idea: Mellor-Crummey and Scott, "Algorithms for Scalable Synchronization" (1991).
class ticket_mutex {
public:
    constexpr ticket_mutex() noexcept = default;
    ticket_mutex(ticket_mutex const&) = delete;
    ticket_mutex& operator=(ticket_mutex const&) = delete;

    /// Acquires the lock when this thread's number is called. Does not sleep; spins and yields.
    void lock() noexcept {
        // relaxed: this only draws a number. The data comes with t1.
        std::uint32_t const mine = next_.fetch_add(1, std::memory_order_relaxed);
        doubling_back_off others;
        // acquire: t1, pairs with t3 of the previous owner.
        while (serving_.load(std::memory_order_acquire) != mine) others.pause(); // t1
    }

    /// Acquires the lock if it is free: draws a number only if it is the number that is being called. Does not block.
    bool try_lock() noexcept {
        // acquire: t2, pairs with t3: if the exchange succeeds, the owner that called this number was the last.
        std::uint32_t called = serving_.load(std::memory_order_acquire); // t2
        // relaxed: this only draws a number. If no thread has drawn the number that is called, the lock is free. (It
        // would look free, too, if other threads had drawn exactly 2^32 numbers since t2.)
        return next_.compare_exchange_strong(called, called + 1, std::memory_order_relaxed,
                                             std::memory_order_relaxed);
    }

    /// Calls the next number. Only the owner may call it. Does not block.
    void unlock() noexcept {
        // relaxed: only the owner changes it.
        std::uint32_t const mine = serving_.load(std::memory_order_relaxed);
        // release: t3, pairs with t1 and t2.
        serving_.store(mine + 1, std::memory_order_release); // t3
    }

private:
    kev::atomic<std::uint32_t> next_{0, "next"};
    kev::atomic<std::uint32_t> serving_{0, "serving"};
};

} // namespace kev::lab07
