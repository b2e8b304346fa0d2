/// @file
/// `kev::latch`: lab08::latch says what it does.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/latch.hpp>

namespace kev::inline v0_9 {

class latch : public lab08::latch {
public:
    using lab08::latch::latch;
};
static_assert(sizeof(latch) == sizeof(lab08::latch));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
