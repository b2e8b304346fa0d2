// The locks that are measured, each with its name.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_timed_mutex.hpp>
#include <kev/lab06/nt/system_address.hpp>

namespace kev::bench {

// The system's own way to sleep on an address.
struct on_system {
    static void wait(kev::atomic<std::uint32_t>& word, std::uint32_t undesired) noexcept {
        lab06::system::wait_on_address(&word, &undesired, sizeof undesired);
    }
    static void wake_one(kev::atomic<std::uint32_t>& word) noexcept {
        lab06::system::wake_by_address_single(&word);
    }
};

template <>
inline constexpr bool counts_calls<lab06::address_mutex<on_system>> = false;

/// The lab's, and lab 03's that they are compared with.
inline constexpr candidates own_locks{
    candidate<lab06::address_mutex<>>{"address_mutex"},
    candidate<lab06::address_timed_mutex>{"address_timed_mutex"},
    candidate<lab03::fast_mutex>{"fast_mutex (lab 03)"},
    candidate<lab06::address_mutex<on_system>>{"three states on WaitOnAddress"}};

} // namespace kev::bench
