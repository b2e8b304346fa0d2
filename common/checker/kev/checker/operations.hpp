/// @file
/// The operations of a model world: what its atomics, its shared data and its fences are made of.
///
/// Values travel as 64 bits. `outside` is what the object's own bytes hold: its value outside a run,
/// where operations act on it at once, and its first value in every run that has not made it.
#pragma once

#include <atomic>
#include <cstdint>

#include <kev/checker/source_place.hpp>

namespace kev::checker {

/// The read-modify-writes.
enum class modify { exchange, add, subtract, bit_and, bit_or, bit_xor };

/// A new object, made inside a run: a write of it that orders nothing, as of plain data. A race ends the run, with a
/// use of the object or of one that was there before. An object that a run has not made, such as a global, is taken in
/// by its first use. Outside a run these do nothing.
void make_atomic(void const* address, std::uint64_t initial, char const* name,
                 source_place where) noexcept;
void make_plain(void const* address, std::uint64_t initial, char const* name,
                source_place where) noexcept;

std::uint64_t load(void const* address, std::uint64_t outside, std::memory_order order,
                   source_place where) noexcept;
void store(void const* address, std::uint64_t& outside, std::uint64_t value,
           std::memory_order order, source_place where) noexcept;
/// @return the value before; results are cut to `bits`.
std::uint64_t read_modify_write(void const* address, std::uint64_t& outside, modify how,
                                std::uint64_t operand, unsigned bits, std::memory_order order,
                                source_place where) noexcept;
/// On failure `expected` receives the value found. `weak` may fail without a reason.
bool compare_exchange(void const* address, std::uint64_t& outside, std::uint64_t& expected,
                      std::uint64_t desired, bool weak, std::memory_order success,
                      std::memory_order failure, source_place where) noexcept;

/// Accesses to plain data; a race ends the run.
std::uint64_t read_plain(void const* address, std::uint64_t outside, source_place where) noexcept;
void write_plain(void const* address, std::uint64_t& outside, std::uint64_t value,
                 source_place where) noexcept;

void fence(std::memory_order order, source_place where) noexcept;
void light_fence(source_place where) noexcept;
void heavy_fence(source_place where) noexcept;

/// The thread has nothing to do until another changes something.
void rest(char const* call, source_place where) noexcept;

} // namespace kev::checker
