/// @file
/// `kev::barrier`: lab08::barrier says what it does.
#pragma once

#include <cstddef>

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/barrier.hpp>

namespace kev::inline v0_9 {

template <typename Completion = lab08::nothing_to_complete>
class barrier : public lab08::barrier<Completion> {
public:
    using lab08::barrier<Completion>::barrier;
};
// `kev::barrier meeting(3);`: a compiler deduces no arguments from inherited constructors before C++23.
barrier(std::ptrdiff_t)->barrier<>;
template <typename Completion>
barrier(std::ptrdiff_t, Completion) -> barrier<Completion>;
static_assert(sizeof(barrier<>) == sizeof(lab08::barrier<>));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
