/// @file
/// `kev::recursive_mutex`, which is also `kev::recursive_timed_mutex`: lab08::basic_recursive_mutex says what it does.
#pragma once

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/recursive_mutex.hpp>

namespace kev::inline v0_9 {

template <typename Word>
class basic_recursive_mutex : public lab08::basic_recursive_mutex<Word> {};

using recursive_mutex = basic_recursive_mutex<lab08::lock_word>;
using recursive_timed_mutex = recursive_mutex;
static_assert(sizeof(recursive_mutex) == sizeof(lab08::recursive_mutex));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
