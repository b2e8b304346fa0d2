// What a lock has to know about fork(): the child has the words of the parent's locks, and one thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace kev::interpose {

/// How many forks lie between the first process and this one.
extern std::atomic<std::uint32_t> fork_generation;

/// The generation in which an object was last in order. Zero, as a static initialiser leaves it, is the first process.
///
/// In the child a word may count threads that only the parent has. An unlock that calls such a thread would wait for it,
/// or spend its wake-up on it. So the first use in the child makes the object anew.
class object_generation {
public:
    void begin() noexcept {
        // relaxed: the thread that makes an object shows it to others by its own means.
        at_.store(current(), std::memory_order_relaxed);
    }

    /// Calls make_anew() if this is the first use after a fork. Other threads that come meanwhile wait.
    template <typename Repair>
    void repair(Repair make_anew) noexcept {
        // acquire: F1, pairs with F2: the object is in order.
        std::uint32_t at = at_.load(std::memory_order_acquire); // F1
        while (at != current()) [[unlikely]] {
                // relaxed: this only chooses the thread that repairs. acquire on failure: F1.
                if (at != in_repair &&
                    at_.compare_exchange_weak(at, in_repair, std::memory_order_relaxed,
                                              std::memory_order_acquire)) { // F1
                    make_anew();
                    // release: F2, pairs with F1.
                    at_.store(current(), std::memory_order_release); // F2
                    return;
                }
                // acquire: F1, as above.
                at = at_.load(std::memory_order_acquire); // F1
            }
    }

private:
    static constexpr std::uint32_t in_repair = 0xFFFF'FFFF;

    static std::uint32_t current() noexcept {
        // relaxed: it changes in the child of fork(), before that has other threads.
        return fork_generation.load(std::memory_order_relaxed);
    }

    std::atomic<std::uint32_t> at_;
};

} // namespace kev::interpose
