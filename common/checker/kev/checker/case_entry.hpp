/// @file
/// A scenario with what is to be said of it: what the search is given.
#pragma once

#include <vector>

#include <kev/checker/scenario.hpp>

namespace kev::checker {

/// A registered case.
struct case_entry {
    case_description about;
    scenario code;
};

/// All cases of this executable, in the order of registration.
std::vector<case_entry>& cases();

} // namespace kev::checker
