/// @file
/// How a case gets into a program of the Relacy world: Relacy will run it. The model's
/// registration.hpp offers the same add_case(), so the scenarios compile unchanged.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <kev/checker/scenario.hpp>
#include <kev/world.hpp>

namespace kev::checker {

/// How Relacy is asked: its result, and at which run it came to it.
struct relacy_answer {
    rl::test_result_e found = rl::test_result_success;
    std::uint64_t runs = 0;
};

/// A registered case.
struct case_entry {
    case_description about;
    scenario code;
    void (*destroy)(void* place) = nullptr;
};

/// Relacy's class templates are instantiated for each number of threads, and up to this one.
inline constexpr int most_threads = 5;

/// Runs a case with random schedules until Relacy finds something, `runs` times at most. Relacy compiles a whole
/// scheduler for each class of scenarios. So there is one class for each number of threads, in main.cpp, and
/// the scenario behind it is erased: a scenario's own source compiles none of Relacy's templates but those of its atomics.
relacy_answer simulate(case_entry const& entry, std::uint64_t runs);

/// All cases of this executable.
std::vector<case_entry>& cases();

/// Registers a case.
template <typename S>
bool add_case(case_description about) {
    static_assert(S::threads <= most_threads);
    cases().push_back(
        {std::move(about), make_scenario<S>(), [](void* place) { static_cast<S*>(place)->~S(); }});
    return true;
}

} // namespace kev::checker
