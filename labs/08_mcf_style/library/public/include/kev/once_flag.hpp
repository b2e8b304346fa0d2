/// @file
/// `kev::once_flag` and `kev::call_once`: lab08::once_flag says what they do.
#pragma once

#include <utility>

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/once_flag.hpp>

namespace kev::inline v0_9 {

class once_flag : public lab08::once_flag {};
static_assert(sizeof(once_flag) == sizeof(lab08::once_flag));

using lab08::once_outcome;

/// Calls `f(args...)` unless it is done. Blocks while another thread is at it. If f throws, it is not done, another
/// thread may try, and the exception goes on to the caller.
template <typename F, typename... Args>
void call_once(once_flag& flag, F&& f, Args&&... args) {
    lab08::call_once(flag, std::forward<F>(f), std::forward<Args>(args)...);
}

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
