/// @file
/// What a run found, and its two forms: report.json for the project, report.txt for the person.
#pragma once

#include <string>
#include <vector>

#include "machine.hpp"

namespace kev::windows_check {

inline constexpr char too_late[] = "the time for all was over";

/// What became of one program.
struct program {
    std::string name;
    std::string bits;
    std::string state = "not run"; ///< or "passed", "failed", "hung", "crashed"
    std::string said;              ///< what a person has to know of a state that is not "passed"
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    double seconds = 0;
};

struct failure {
    std::string program;
    std::string bits;
    std::string test;
    std::string output;
};

struct answered {
    std::string probe;
    std::string question;
    std::string answer;
};

struct measured {
    std::string table;
    int threads = 0;
    std::string lock;
    double ns = 0;
};

struct report {
    machine where;
    std::string commit;
    std::string compiler;
    double seconds = 0;
    double budget = 0;
    std::vector<program> programs;
    std::vector<failure> failures;
    std::vector<answered> answers;
    std::vector<measured> times;
};

std::string as_json(report const& all);
std::string as_text(report const& all);

} // namespace kev::windows_check
