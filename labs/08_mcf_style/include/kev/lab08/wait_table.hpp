/// @file
/// The table of the wait slots, and which modules share it.
#pragma once

#include <array>
#include <cstddef>

#include <kev/lab08/wait_slots.hpp>

namespace kev::lab08 {

inline constexpr std::size_t wait_table_bits = 13;

/// 64 KB, all zero at first, of which the system provides what is used.
using wait_table = std::array<wait_slot, std::size_t{1} << wait_table_bits>;

/// Windows: the table of the process. The program and its DLLs get one table together. It stays when the module
/// that made it is unloaded. If the system refuses it, the module has `own` to itself.
/// Elsewhere: `own`, as each module has a table to itself.
///
/// The first call makes or finds the table, by calls of the system. Does not block.
wait_table& shared_wait_table(wait_table& own) noexcept;

} // namespace kev::lab08
