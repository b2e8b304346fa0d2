// Names of things, for schedules.
#pragma once

#include <atomic>
#include <string>

#include <kev/checker/operations.hpp>
#include <kev/checker/source_place.hpp>

namespace kev::checker {

char const* name_of(std::memory_order order) noexcept;
char const* name_of(modify how) noexcept;

// "labs/03_fast_mutex/..." out of a path on the machine that compiled it.
std::string short_file(char const* path);

// "lock() (labs/.../fast_mutex.hpp:44)".
std::string place(source_place where);

} // namespace kev::checker
