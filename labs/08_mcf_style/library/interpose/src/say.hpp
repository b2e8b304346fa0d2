// A message before main(), when the C library may not be ready for more than write() and _exit().
#pragma once

#include <cstring>

#include <unistd.h>

namespace kev::interpose {

inline void say(char const* text) noexcept {
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) _exit(2);
}

} // namespace kev::interpose
