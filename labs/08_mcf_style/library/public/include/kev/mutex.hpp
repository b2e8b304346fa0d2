/// @file
/// `kev::mutex`, which is also `kev::timed_mutex`: lab08::mutex says what it does. With KEV_CHECKED defined it notices misuse:
/// lab08::checked_mutex.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#if defined(KEV_CHECKED)
#include <kev/lab08/checked_mutex.hpp>
#else
#include <kev/lab08/mutex.hpp>
#endif

namespace kev::inline v0_9 {

#if defined(KEV_CHECKED)
class [[clang::capability("mutex")]] checked_mutex : public lab08::checked_mutex{};
using mutex = checked_mutex;
#else
class [[clang::capability("mutex")]] mutex : public lab08::mutex{};
#endif
using timed_mutex = mutex;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
