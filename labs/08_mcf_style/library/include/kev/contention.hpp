/// @file
/// `kev::set_contention_hook` and the type of the hook: lab08::contention_hook says when it is called, and what it may do.
#pragma once

#include <kev/abi.hpp>

#include <kev/lab08/contention.hpp>

namespace kev::inline v0_9 {

using lab08::contention;
using lab08::contention_hook;
using lab08::set_contention_hook;

} // namespace kev::inline v0_9
