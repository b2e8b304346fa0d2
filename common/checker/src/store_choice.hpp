// Which store of its object an operation meets: the newest, unless a budget lets it be another. Each function returns the
// store's number.
#pragma once

#include <kev/checker/run.hpp>

#include <atomic>
#include <cstdint>

namespace kev::checker {

// The store that a load reads.
std::size_t store_to_read(run& r, atomic_object& object, std::memory_order order);

// The store behind which another is to stand. A read-modify-write reads it, too.
std::size_t store_to_follow(run& r, atomic_object& object, std::memory_order order);

// The store that a compare-exchange reads: it follows one that holds the expected value, and fails by any other.
std::size_t store_to_compare(run& r, atomic_object& object, std::uint64_t expected,
                             std::memory_order success, std::memory_order failure);

} // namespace kev::checker
