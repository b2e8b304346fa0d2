/// @file
/// The word that each type of this lab is, and the limit of a sleep on it.
#pragma once

#include <cstdint>
#include <type_traits>

#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The state of a lock: as large as a pointer.
using state_t = std::uintptr_t;
using atomic_state = kev::atomic<state_t>;

/// The state of a type whose parts do not fit into 32 bits: 64 bits, whatever a pointer has. With pointers of 64 bits it
/// is state_t.
using wide_state_t = std::conditional_t<sizeof(state_t) == 8, state_t, std::uint64_t>;
using atomic_wide_state = kev::atomic<wide_state_t>;

/// A bit of state_t, whose layout depends on its width.
constexpr state_t bit_of_word(unsigned with_64_bits, unsigned with_32_bits) noexcept {
    return state_t{1} << (sizeof(state_t) == 8 ? with_64_bits : with_32_bits);
}

using lab05::for_at_most;
using lab05::no_limit;
using lab05::nt_ticks;
using lab05::sleep_limit;
using lab05::until;

} // namespace kev::lab08
