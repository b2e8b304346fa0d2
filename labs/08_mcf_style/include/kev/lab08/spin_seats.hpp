/// @file
/// Where spinners look: a byte for each, and not the lock that they wait for.
#pragma once

#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab08 {

/// A spinner's byte: not 0 once an unlocker has told it to look at the lock. Told, it is a hint and not a
/// promise. Seats are shared by all locks of a module, so another's spinner may take the hint away, and
/// one that is left over may reach the next who sits here. A program and a DLL that were both built with
/// this lab have a table each, and a hint from the one does not reach a spinner of the other. So a spinner
/// looks at the lock after a while in any case, and nobody's progress depends on this byte.
using spin_seat = kev::atomic<std::uint8_t>;

/// The seat of one of the four spinners of a lock, numbered from 0. In the native world it is one of a
/// static table, found by the lock's address; in the models it belongs to the scenario
/// (model/run_seats.hpp).
spin_seat& seat_of(void const* lock, unsigned spinner) noexcept;

} // namespace kev::lab08
