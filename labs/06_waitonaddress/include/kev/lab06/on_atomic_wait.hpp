/// @file
/// std::atomic::wait as a way to sleep: what C++20 made of the same idea. Native worlds only.
#pragma once

#include <atomic>
#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab06 {

/// The calls of on_address.hpp by the standard library. A wait never returns for no reason, because the library
/// has the loop inside. C++20 forbids notifying an atomic that is gone (P2616 describes the problem), so a mutex
/// that sleeps this way must outlive every unlock().
struct on_atomic_wait {
    static void wait(kev::atomic<std::uint32_t>& word, std::uint32_t undesired) noexcept {
        // relaxed: the lock looks again, with the order that it needs.
        word.wait(undesired, std::memory_order_relaxed);
    }
    static void wake_one(kev::atomic<std::uint32_t>& word) noexcept { word.notify_one(); }
};

} // namespace kev::lab06
