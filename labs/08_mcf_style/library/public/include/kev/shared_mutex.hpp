/// @file
/// `kev::shared_mutex`, which is also `kev::shared_timed_mutex`: lab08::shared_mutex says what it
/// does. With KEV_CHECKED defined it notices misuse: lab08::checked_shared_mutex.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#if defined(KEV_CHECKED)
#include <kev/lab08/checked_shared_mutex.hpp>
#else
#include <kev/lab08/shared_mutex.hpp>
#endif

namespace kev::inline v0_9 {

#if defined(KEV_CHECKED)
class [[clang::capability("mutex")]] checked_shared_mutex : public lab08::checked_shared_mutex{};
using shared_mutex = checked_shared_mutex;
#else
class [[clang::capability("mutex")]] shared_mutex : public lab08::shared_mutex{};
#endif
using shared_timed_mutex = shared_mutex;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
