/// @file
/// How a case gets into the program. (The Relacy world has a header of the same name, found before this
/// one: there a case is handed to Relacy instead.)
#pragma once

#include <utility>
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

/// Registers a case; the value only gives a namespace-scope variable something to hold.
template <typename S>
bool add_case(case_description about) {
    cases().push_back({std::move(about), make_scenario<S>()});
    return true;
}

} // namespace kev::checker
