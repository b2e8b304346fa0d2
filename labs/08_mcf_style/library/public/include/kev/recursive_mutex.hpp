/// @file
/// `kev::recursive_mutex`, which is also `kev::recursive_timed_mutex`: lab08::basic_recursive_mutex says what
/// it does. With KEV_CHECKED defined it notices misuse.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#if defined(KEV_CHECKED)
#include <kev/lab08/checked_mutex.hpp>
#endif
#include <kev/lab08/recursive_mutex.hpp>

namespace kev::inline v0_9 {

#if defined(KEV_CHECKED)
class checked_recursive_mutex : public lab08::basic_recursive_mutex<lab08::checked_mutex> {};
using recursive_mutex = checked_recursive_mutex;
#else
class recursive_mutex : public lab08::recursive_mutex {};
#endif
using recursive_timed_mutex = recursive_mutex;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
