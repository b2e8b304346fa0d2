/// @file
/// `kev::event`: lab08::event says what it does.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/event.hpp>

namespace kev::inline v0_9 {

class event : public lab08::event {};
static_assert(sizeof(event) == sizeof(lab08::event));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
