/// @file
/// `kev::mutex`, which is also `kev::timed_mutex`: it is lab 08's mutex, or the one that notices misuse (KEV_CHECKED).
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#if defined(KEV_CHECKED)
#include <kev/library/checked_mutex.hpp>
#endif
#include <kev/lab08/mutex.hpp>

namespace kev::inline v0_9 {

#if defined(KEV_CHECKED)
using mutex = checked_mutex;
#else
using lab08::mutex;
#endif
using timed_mutex = mutex;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
