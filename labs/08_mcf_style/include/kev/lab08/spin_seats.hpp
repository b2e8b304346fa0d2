/// @file
/// Where spinners look: a byte for each, and not the lock that they wait for.
#pragma once

#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab08 {

/// A spinner's byte. An unlocker makes it 1 to tell the spinner to look at the lock. This is a hint and not
/// a promise. All locks of a module share the seats. So a spinner of another lock may take the hint, and a
/// hint that comes late may reach the next spinner on this seat. A program and a DLL that were both built
/// with this lab have a table each, and a hint does not cross from one table to the other. So a spinner
/// looks at the lock after a while in any case, and no thread's progress depends on this byte.
using spin_seat = kev::atomic<std::uint8_t>;

/// The seat of one of the four spinners of a lock, numbered from 0. In the native world it lies in a
/// static table, and the lock's address finds it. In the models it belongs to the scenario
/// (model/run_seats.hpp).
spin_seat& seat_of(void const* lock, unsigned spinner) noexcept;

} // namespace kev::lab08
