/// @file
/// How the types of this lab sleep: by address. The include path chooses between this file and its twin in
/// ways/keyed (CMake: KEV_WAY).
#pragma once

#include <kev/lab08/by_address.hpp>

namespace kev::lab08 {

using way = by_address;

} // namespace kev::lab08
