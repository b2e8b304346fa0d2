/// @file
/// A fair lock without the kernel: tickets, as at a counter.
#pragma once

#include <cstdint>

#include <kev/lab07/back_off.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// Everybody draws a number and waits, awake, until it is called. As fair as handoff_mutex.hpp, and a
/// convoy of another kind: when there are more threads than processors, the thread whose number is called
/// is often not running, and nobody else may go. All look at one word, so each unlock() makes every
/// waiting processor fetch it again.
///
/// Here for contrast, and right where no thread ever loses its processor: in kernels. It yields, so that it
/// gets on at all with few processors. Meets Lockable; not recursive; the next owner may destroy it.
/// Source of the idea: Mellor-Crummey and Scott, "Algorithms for Scalable Synchronization" (1991).
class ticket_mutex {
public:
    constexpr ticket_mutex() noexcept = default;
    ticket_mutex(ticket_mutex const&) = delete;
    ticket_mutex& operator=(ticket_mutex const&) = delete;

    /// Takes the lock when this thread's turn has come. Does not sleep; spins and yields.
    void lock() noexcept {
        // relaxed: only a number is drawn; the data comes with T1.
        std::uint32_t const mine = next_.fetch_add(1, std::memory_order_relaxed);
        back_off others;
        // acquire: T1, pairs with T3 of the owner before.
        while (serving_.load(std::memory_order_acquire) != mine) others.pause(); // T1
    }

    /// Takes the lock if it is free: draws a number only if it is the one that is being called. Does not
    /// block.
    bool try_lock() noexcept {
        // acquire: T2, pairs with T3: if the exchange succeeds, that owner was the last.
        std::uint32_t called = serving_.load(std::memory_order_acquire); // T2
        // relaxed: as in lock(). If nobody has drawn the number that is called, the lock is free. (Had
        // others drawn exactly 2^32 since T2, it would look so, too.)
        return next_.compare_exchange_strong(called, called + 1, std::memory_order_relaxed,
                                             std::memory_order_relaxed);
    }

    /// Calls the next number. Only the owner may call it. Does not block.
    void unlock() noexcept {
        // relaxed: only the owner changes it.
        std::uint32_t const mine = serving_.load(std::memory_order_relaxed);
        // release: T3, pairs with T1 and T2.
        serving_.store(mine + 1, std::memory_order_release); // T3
    }

private:
    kev::atomic<std::uint32_t> next_{0, "next"};
    kev::atomic<std::uint32_t> serving_{0, "serving"};
};

} // namespace kev::lab07
