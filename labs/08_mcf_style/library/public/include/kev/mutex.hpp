/// @file
/// `kev::mutex`, which is also `kev::timed_mutex`: lab08::basic_mutex says what it does.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/mutex.hpp>

namespace kev::inline v0_9 {

template <typename Word>
class [[clang::capability("mutex")]] basic_mutex : public lab08::basic_mutex<Word>{};

using mutex = basic_mutex<lab08::lock_word>;
using timed_mutex = mutex;
static_assert(sizeof(mutex) == sizeof(lab08::mutex));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
