/// @file
/// How the types of this lab sleep: by keyed events. The include path chooses between this file and its
/// twin in ways/address (CMake: KEV_WAY).
#pragma once

#include <kev/lab08/by_key.hpp>

namespace kev::lab08 {

using way = by_key;

} // namespace kev::lab08
