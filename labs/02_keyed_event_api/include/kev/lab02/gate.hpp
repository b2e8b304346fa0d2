/// @file
/// The smallest thing that a keyed event can carry: a gate that one thread opens for another.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab02 {

/// A gate for two threads. One thread calls open(), once. The other calls pass(), once, which returns only
/// when the gate is open. After pass() the passer sees what the opener wrote before open().
///
/// A release blocks until a thread waits. So the opener may release only a passer that has announced itself.
/// Each thread leaves a mark in one word, and the thread that comes second finds the mark of the first:
///
/// | word | meaning |
/// |---|---|
/// | `closed` | no thread has come |
/// | `awaited` | the passer has come. If it came first, it waits or is about to |
/// | `opened` | the opener has come. The passer stores this, too, after its wait |
class gate {
public:
    static constexpr std::uint32_t closed = 0;
    static constexpr std::uint32_t awaited = 1;
    static constexpr std::uint32_t opened = 2;

    /// Opens the gate. If the passer has announced itself, blocks until the passer is in the kernel.
    // [open]
    void open() noexcept {
        // release: G1, pairs with G2 and G3.
        if (state_.exchange(opened, std::memory_order_release) == awaited) // G1
            default_event.release(this);
    }
    // [/open]

    /// Returns when the gate is open. Blocks until then.
    // [pass]
    void pass() noexcept {
        // acquire: G2, pairs with G1: if the gate is open, the passer sees the opener's message.
        if (state_.exchange(awaited, std::memory_order_acquire) == opened) return; // G2
        default_event.wait(this);
        // acquire: G3, pairs with G1. A wait is not known to order memory, and a load could still read `awaited`.
        // This exchange comes after G1. If it came first, G1 would read `opened`, and open() would not release this thread.
        state_.exchange(opened, std::memory_order_acquire); // G3
    }
    // [/pass]

private:
    kev::atomic<std::uint32_t> state_{closed, "state"};
};

} // namespace kev::lab02
