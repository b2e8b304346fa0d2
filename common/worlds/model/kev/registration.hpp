/// @file
/// How a case gets into a program of the model: the checker will explore it. (The Relacy world has
/// a registration.hpp of its own, which hands the case to Relacy.)
#pragma once

#include <utility>

#include <kev/checker/case_entry.hpp>

namespace kev::checker {

/// Registers a case; the value only gives a namespace-scope variable something to hold.
template <typename S>
bool add_case(case_description about) {
    cases().push_back({std::move(about), make_scenario<S>()});
    return true;
}

} // namespace kev::checker
