/// @file
/// A fair lock without the kernel: tickets, as at a counter. The waiting is yours.
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
        // relaxed: only a number is drawn; no data comes with it.
        [[maybe_unused]] std::uint32_t const mine = next_.fetch_add(1, std::memory_order_relaxed);
        // TODO(you): wait until it is called; between two looks, a back_off's pause().
    }

    /// Takes the lock if it is free: draws a number only if it is the one that is being called. Does not
    /// block.
    bool try_lock() noexcept {
        return true; // TODO(you): only if nobody has drawn the number that is being called.
    }

    /// Calls the next number. Only the owner may call it. Does not block.
    void unlock() noexcept {
        // relaxed: only the owner changes it.
        std::uint32_t const mine = serving_.load(std::memory_order_relaxed);
        // release: T3, pairs with yours in lock() and try_lock().
        serving_.store(mine + 1, std::memory_order_release); // T3
    }

private:
    kev::atomic<std::uint32_t> next_{0, "next"};
    kev::atomic<std::uint32_t> serving_{0, "serving"};
};

} // namespace kev::lab07
