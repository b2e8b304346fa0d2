/// @file
/// `kev::shared_mutex`, which is also `kev::shared_timed_mutex`: lab08::basic_shared_mutex says what it does.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/shared_mutex.hpp>

namespace kev::inline v0_9 {

template <typename Word>
class [[clang::capability("mutex")]] basic_shared_mutex : public lab08::basic_shared_mutex<Word>{};

using shared_mutex = basic_shared_mutex<lab08::shared_lock_word>;
using shared_timed_mutex = shared_mutex;
static_assert(sizeof(shared_mutex) == sizeof(lab08::shared_mutex));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
