// Lets a lock notice a fork(): the child has the words of the parent's locks, and one thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace kev::interpose {

/// How many forks lie between the first process and this one. It changes before any other handler of fork() runs in the
/// child, so that those handlers, too, find the locks in order.
extern std::atomic<std::uint32_t> fork_generation;

/// Sleeps for a moment, until another thread has done a few instructions.
void pause_for_another_thread() noexcept;

/// The generation in which an object was last in order. Zero, as a static initializer leaves it, is the first process.
///
/// In the child a word may count threads that only the parent has. An unlock that calls such a thread would wait for it,
/// or spend its wake-up on it. So the first use in the child makes the object anew.
///
/// | value | meaning |
/// |---|---|
/// | 2 g | in order in generation g |
/// | 2 g + 1 | a thread of generation g makes it anew. In the processes that this one forks, no thread does |
class object_generation {
public:
    void begin() noexcept {
        // relaxed: the thread that makes an object shows it to others by its own means.
        at_.store(in_order(), std::memory_order_relaxed);
    }

    bool is_in_order() const noexcept {
        // acquire: F1, pairs with F2: the object is in order.
        return at_.load(std::memory_order_acquire) == in_order(); // F1
    }

    /// Calls make_anew() if this is the first use after a fork. Other threads that come meanwhile wait.
    ///
    /// make_anew() may have been begun before, by a thread that did not come through the fork.
    template <typename Repair>
    void repair(Repair make_anew) noexcept {
        // acquire: F1, as above.
        std::uint32_t at = at_.load(std::memory_order_acquire); // F1
        while (at != in_order()) [[unlikely]] {
                // relaxed: this only chooses the thread that repairs. acquire on failure: F1.
                if (at != in_repair() &&
                    at_.compare_exchange_weak(at, in_repair(), std::memory_order_relaxed,
                                              std::memory_order_acquire)) { // F1
                    make_anew();
                    // release: F2, pairs with F1.
                    at_.store(in_order(), std::memory_order_release); // F2
                    return;
                }
                if (at == in_repair()) pause_for_another_thread();
                // acquire: F1, as above.
                at = at_.load(std::memory_order_acquire); // F1
            }
    }

private:
    static std::uint32_t in_order() noexcept {
        // relaxed: it changes in the child of fork(), before that has other threads.
        return 2 * fork_generation.load(std::memory_order_relaxed);
    }
    static std::uint32_t in_repair() noexcept { return in_order() + 1; }

    std::atomic<std::uint32_t> at_;
};

/// The calling thread's number in the process, from 1 on. Unlike the kernel's, it is the same in the child of a fork().
/// Allocates nothing, and may be called in a signal handler.
std::uint32_t thread_number() noexcept;

} // namespace kev::interpose
