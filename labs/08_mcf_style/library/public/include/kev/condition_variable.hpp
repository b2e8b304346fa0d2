/// @file
/// `kev::condition_variable`: lab08::condition_variable says what it does.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/condition_variable.hpp>

namespace kev::inline v0_9 {

class condition_variable : public lab08::condition_variable {};
static_assert(sizeof(condition_variable) == sizeof(lab08::condition_variable));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
