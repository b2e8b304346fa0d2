/// @file
/// The state word of a bucket of the wait table.
#pragma once

#include <cstdint>

#include <kev/lab06/waiter.hpp>

namespace kev::lab06 {

/// The word of a bucket: three flags, and in the other bits the address of the newest arrival. Older
/// arrivals are linked from it. An arrival is a waiter that has joined since the last attendant entered.
///
/// | flag | set by | cleared by |
/// |---|---|---|
/// | `attended` | a thread that finds it clear: this thread is the attendant now | the attendant, when it leaves |
/// | `noted` | a thread that has left a note: n1 if `attended` is set, else e1 | the attendant, before it reads the note |
/// | `lined` | the attendant, when it leaves waiters in the line | the next attendant |
///
/// All zero: no thread waits and no thread attends.
namespace bucket_word {

inline constexpr std::uintptr_t attended = 1;
inline constexpr std::uintptr_t noted = 2;
inline constexpr std::uintptr_t lined = 4;
inline constexpr std::uintptr_t flags = attended | noted | lined;
static_assert(alignof(waiter) > flags, "the address of a waiter leaves room for the flags");

inline waiter* newest(std::uintptr_t word) noexcept {
    return reinterpret_cast<waiter*>(word & ~flags);
}

} // namespace bucket_word

} // namespace kev::lab06
