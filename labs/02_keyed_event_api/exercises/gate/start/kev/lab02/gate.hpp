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
    void open() noexcept {
        // TODO(you): leave the opener's mark. Release the passer if it has left its own mark.
    }

    /// Returns when the gate is open. Blocks until then.
    void pass() noexcept {
        // TODO(you): leave the passer's mark. Wait, unless the gate is open.
    }

private:
    [[maybe_unused]] kev::atomic<std::uint32_t> state_{closed, "state"};
};

} // namespace kev::lab02
