/// @file
/// Results as JSON and as lines of text.
#pragma once

#include <string>

#include <kev/checker/search.hpp>

namespace kev::checker {

/// One result as a JSON object; a finding's schedule is part of it. The keys are described in
/// docs/checker.md.
std::string to_json(case_entry const& entry, result const& found);

/// One line: id, verdict, bound, runs.
std::string to_line(case_entry const& entry, result const& found);

} // namespace kev::checker
