/// @file
/// K2: gate.hpp without the promise: it releases whether or not somebody waits. **It can hang.**
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab02 {

/// A gate for two threads: one calls open(), once; one calls pass(), once, and does not return before
/// the gate is open. What the opener wrote before is visible to the one who has passed.
///
/// A release blocks until somebody waits, so the opener may release only if somebody has promised to
/// wait. Both leave a mark in one word, and whoever comes second finds the other's:
///
/// | word | meaning |
/// |---|---|
/// | `closed` | neither has come |
/// | `awaited` | the passer has come; if it was the first, it waits or is about to |
/// | `opened` | the opener has come, or both: the passer leaves this after its wait |
class gate {
public:
    static constexpr std::uint32_t closed = 0;
    static constexpr std::uint32_t awaited = 1;
    static constexpr std::uint32_t opened = 2;

    /// Opens the gate. Blocks until somebody waits, and nobody may: a passer that finds the gate open
    /// does not.
    void open() noexcept {
        // release: G1, pairs with G2 and G3.
        state_.exchange(opened, std::memory_order_release); // G1
        default_event.release(this);
    }

    /// Returns once the gate is open. Blocks until then.
    void pass() noexcept {
        // acquire: G2, pairs with G1: if the gate is open, so is what was written before.
        if (state_.exchange(awaited, std::memory_order_acquire) == opened) return; // G2
        default_event.wait(this);
        // acquire: G3, pairs with G1. The wait itself is not known to order memory: a plain load could still
        // read `awaited`. This cannot come before G1, which would then read `opened`, and not release.
        state_.exchange(opened, std::memory_order_acquire); // G3
    }

private:
    kev::atomic<std::uint32_t> state_{closed, "state"};
};

} // namespace kev::lab02
