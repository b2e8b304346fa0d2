/// @file
/// How a case gets into a program of the Relacy world: Relacy will run it. The model's
/// registration.hpp offers the same add_case(), so the scenarios compile unchanged.
#pragma once

#include <cstdint>
#include <ostream>
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
    relacy_answer (*simulate)(std::uint64_t runs) = nullptr;
};

/// All cases of this executable.
std::vector<case_entry>& cases();

/// Counts the run before the scenario is made.
struct new_run {
    new_run() {
        ++run_number;
        time_so_far = {};
    }
};

/// A scenario as Relacy wants it.
template <typename S>
struct relacy_suite : rl::test_suite<relacy_suite<S>, S::threads> {
    new_run first;
    S scenario;

    void thread(unsigned index) { scenario.thread(static_cast<int>(index) + 1); }
    void after() {
        if constexpr (requires(S & s) { s.after(); }) scenario.after();
    }
};

template <typename S>
relacy_answer simulate(std::uint64_t runs) {
    std::ostream silence(nullptr); // a stream that grew would use the allocator under test
    rl::test_params settings;
    settings.iteration_count = runs;
    settings.output_stream = &silence;
    settings.progress_stream = &silence;
    rl::ostringstream state; // where Relacy notes how to repeat a failing run
    // Not rl::simulate: that would compile two more schedulers, and repeat the run for its history.
    rl::run_test<relacy_suite<S>, rl::random_scheduler<S::threads>>(settings, state, false);
    return {settings.test_result, settings.stop_iteration};
}

/// Registers a case.
template <typename S>
bool add_case(case_description about) {
    cases().push_back({std::move(about), &simulate<S>});
    return true;
}

} // namespace kev::checker
