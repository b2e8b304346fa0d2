/// @file
/// `kev::wait`, `kev::wait_until` and `kev::wait_for`: waits of a condition_variable with a std::stop_token.
/// lab08/stop_token.hpp says what they do.
#pragma once

#include <kev/abi.hpp>
#include <kev/condition_variable.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/stop_token.hpp>

namespace kev::inline v0_9 {

using lab08::wait;
using lab08::wait_for;
using lab08::wait_until;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
