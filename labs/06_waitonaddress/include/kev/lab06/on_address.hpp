/// @file
/// The calls of this lab as a way to sleep, for locks that work with any way to sleep.
#pragma once

#include <cstdint>

#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A way to sleep on a 32-bit word. A lock needs nothing else of the system. on_futex.hpp and on_atomic_wait.hpp
/// are two more ways.
struct on_address {
    /// Sleeps while the word has this value. May return for no reason. Blocks.
    static void wait(kev::atomic<std::uint32_t>& word, std::uint32_t undesired) noexcept {
        wait_on_address(&word, &undesired, sizeof undesired);
    }
    /// Wakes one thread that sleeps on the word, if there is one. The word may be gone. Does not block.
    static void wake_one(kev::atomic<std::uint32_t>& word) noexcept {
        wake_by_address_single(&word);
    }
};

} // namespace kev::lab06
