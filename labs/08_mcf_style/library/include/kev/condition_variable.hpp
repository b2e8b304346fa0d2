/// @file
/// `kev::condition_variable` is lab 08's.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/condition_variable.hpp>

namespace kev::inline v0_9 {

using lab08::condition_variable;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
