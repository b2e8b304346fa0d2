/// @file
/// `kev::once_flag` and `kev::call_once` are lab 08's.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/once_flag.hpp>

namespace kev::inline v0_9 {

using lab08::call_once;
using lab08::once_flag;
using lab08::once_outcome;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
