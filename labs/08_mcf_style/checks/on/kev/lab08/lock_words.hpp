/// @file
/// Whether locks check how they are used: they do. The include path chooses between this file and its twin in
/// checks/off (CMake: KEV_CHECKED).
#pragma once

#include <kev/lab08/checked_mutex_word.hpp>
#include <kev/lab08/checked_shared_word.hpp>

namespace kev::lab08 {

using lock_word = checked_mutex_word;
using shared_lock_word = checked_shared_word;

} // namespace kev::lab08
