/// @file
/// The lock of a bucket: four bytes, in place of the kernel's own lock.
#pragma once

#include <atomic>
#include <cstdint>

#include <kev/lab02/emulation/sleeping_word.hpp>

namespace kev::lab02::emulation {

/// A mutex in one word; its waiters sleep on that word. It protects the emulation's tables, so it uses none of them. It
/// has the size of a futex word, needs no C++ library, and can be made anew in the child of a fork().
///
/// | state | meaning | left by |
/// |---|---|---|
/// | `unlocked` | no thread owns it | a thread that locks it |
/// | `owned` | a thread owns it, and no thread sleeps | the owner: `unlocked`; a thread that goes to sleep: `contended` |
/// | `contended` | a thread owns it, and others may sleep | the owner: `unlocked`, and wakes one of them |
///
/// Source of the idea: U. Drepper, "Futexes Are Tricky" (2005), the second mutex.
class guard {
public:
    /// Blocks until no other thread owns the guard.
    void lock() noexcept {
        std::uint32_t state = unlocked;
        // acquire: H1, pairs with H3: what the last owner changed is visible. relaxed: after a failure the thread uses
        // nothing that it has read.
        if (state_.compare_exchange_strong(state, owned, std::memory_order_acquire,
                                           std::memory_order_relaxed)) // H1
            return;
        // A thread that has slept does not know whether others still sleep. So it leaves `contended`, and its
        // unlock() may wake a thread in vain; `owned` could leave another thread asleep forever.
        // acquire: H2, pairs with H3: what the last owner changed is visible.
        while (state_.exchange(contended, std::memory_order_acquire) != unlocked) // H2
            os_sleep(state_, contended, {});
    }

    /// Only the owner calls this. Does not block.
    void unlock() noexcept {
        // release: H3, pairs with H1 and H2. From here on another thread may own the guard, so only its address is used.
        if (state_.exchange(unlocked, std::memory_order_release) == contended) // H3
            os_wake(state_);
    }

    /// Whether a thread owned the guard at the moment of this look.
    bool is_locked() const noexcept {
        // relaxed: the answer is old when the caller has it, and orders nothing.
        return state_.load(std::memory_order_relaxed) != unlocked;
    }

    /// Makes the guard free, whichever thread owned it. For the child of a fork(), where only the calling thread exists.
    void make_anew() noexcept {
        // relaxed: no other thread exists that could read it.
        state_.store(unlocked, std::memory_order_relaxed);
    }

private:
    static constexpr std::uint32_t unlocked = 0;
    static constexpr std::uint32_t owned = 1;
    static constexpr std::uint32_t contended = 2;

    std::atomic<std::uint32_t> state_{unlocked};
};

static_assert(sizeof(guard) == 4);

} // namespace kev::lab02::emulation
