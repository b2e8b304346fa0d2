// For GoogleTest's programs. The typed suites of common/testing are not here: GoogleTest takes one that a program
// includes and does not instantiate for a mistake.
#include "native.hpp"

#include <gtest/gtest.h>
#include <kev/testing/threads.hpp>
