/// @file
/// The word that each type of this lab is, and the limit of a sleep on it.
#pragma once

#include <concepts>
#include <cstdint>

#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The state of a lock: as large as a pointer.
using state_t = std::uintptr_t;
using atomic_state = kev::atomic<state_t>;

using lab05::for_at_most;
using lab05::no_limit;
using lab05::nt_ticks;
using lab05::until;

/// The operations that this lab's types need of a limit: lab 05's, and its end as a moment. The keyed way calls
/// wait(), the address way end().
template <typename T>
concept sleep_limit = lab05::sleep_limit<T> && requires(T const& limit) {
    { limit.end() } -> std::same_as<lab05::sleep_end>;
};

} // namespace kev::lab08
