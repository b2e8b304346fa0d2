/// @file
/// Whether locks check how they are used: they do not. The include path chooses between this file and its twin
/// in checks/on (CMake: KEV_CHECKED).
#pragma once

#include <kev/lab08/plain_mutex_word.hpp>
#include <kev/lab08/plain_shared_word.hpp>

namespace kev::lab08 {

using lock_word = plain_mutex_word;
using shared_lock_word = plain_shared_word;

} // namespace kev::lab08
