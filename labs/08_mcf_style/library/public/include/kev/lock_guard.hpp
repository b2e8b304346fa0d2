/// @file
/// `kev::lock_guard` and `kev::shared_lock_guard`, which clang's analysis can follow: lab08::lock_guard says what they do. And
/// the macro KEV_GUARDED_BY.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/lock_guard.hpp>

namespace kev::inline v0_9 {

using lab08::lock_guard;
using lab08::shared_lock_guard;

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
