// The command line of the Relacy programs: does Relacy's random scheduler agree?
#include <kev/registration.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ostream>
#include <string>
#include <utility>

extern "C" int const kev_two_worlds_in_one_executable = 1;

namespace kev::inline relacy {
int const world_marker = kev_two_worlds_in_one_executable;
} // namespace kev::inline relacy

namespace kev::checker {

std::vector<case_entry>& cases() {
    static std::vector<case_entry> all;
    return all;
}

void require(bool holds, char const* what, source_place where) {
    if (!holds) rl::ctx().fail_test(what, rl::test_result_user_assert_failed, info(where));
}

void reached(char const* /*state*/) {}
bool is_asleep(int /*thread*/, source_place /*where*/) {
    return false;
}
void name_range(void const* /*begin*/, std::size_t /*size*/, char const* /*name*/) {}

namespace {

// The case that is being simulated, and the memory of its scenario: the same in each run.
case_entry const* current = nullptr;
void* place = nullptr;

// Counts the run before the scenario is made.
struct new_run {
    new_run() {
        ++run_number;
        time_so_far = {};
    }
};

// The current scenario as Relacy wants it.
template <int Threads>
struct suite : rl::test_suite<suite<Threads>, Threads> {
    suite() { current->code.construct(place); }
    ~suite() { current->destroy(place); }

    void thread(unsigned index) { current->code.thread(place, static_cast<int>(index) + 1); }
    void after() { current->code.after(place); }

    new_run first;
};

template <int Threads>
relacy_answer simulate_with(std::uint64_t runs) {
    std::ostream silence(nullptr); // a stream that grew would use the allocator under test
    rl::test_params settings;
    settings.iteration_count = runs;
    settings.output_stream = &silence;
    settings.progress_stream = &silence;
    rl::ostringstream state; // where Relacy notes how to repeat a failing run
    // Not rl::simulate: that would compile two more schedulers, and repeat the run for its history.
    rl::run_test<suite<Threads>, rl::random_scheduler<Threads>>(settings, state, false);
    return {settings.test_result, settings.stop_iteration};
}

template <int... Less>
relacy_answer simulate_any(std::uint64_t runs, std::integer_sequence<int, Less...> /*counts*/) {
    relacy_answer answer;
    ((current->code.threads == Less + 1 && (answer = simulate_with<Less + 1>(runs), true)) || ...);
    return answer;
}

} // namespace

relacy_answer simulate(case_entry const& entry, std::uint64_t runs) {
    current = &entry;
    // A multiple of the alignment, as std::aligned_alloc wants it.
    std::size_t const size =
        (entry.code.size + entry.code.alignment - 1) / entry.code.alignment * entry.code.alignment;
    place = std::aligned_alloc(entry.code.alignment, size);
    relacy_answer const answer =
        simulate_any(runs, std::make_integer_sequence<int, most_threads>());
    std::free(place);
    return answer;
}

} // namespace kev::checker

namespace {

using namespace kev::checker;

// Runs for a finding, at most; for a clean sample, all of them.
constexpr std::uint64_t runs_to_find = 2'000'000;
constexpr std::uint64_t runs_to_sample = 20'000;

// Why Relacy cannot express a case, or null.
char const* out_of_reach(case_description const& about) {
    if (about.options.limits.late_timeouts > 0) return "Relacy has no late time-outs";
    if (about.options.limits.late_meetings > 0 || about.options.limits.clock_steps > 0)
        return "Relacy's time passes in time-outs only";
    if (about.expected == verdict::reachable) return "Relacy counts no states";
    if (about.expected == verdict::livelock)
        return "a random schedule does not go round and round forever";
    if (about.broken && !is_finding(about.expected))
        return "clean only under sequential consistency, and Relacy's memory is weak";
    return nullptr;
}

char const* to_text(rl::test_result_e found) {
    switch (found) {
    case rl::test_result_success:
        return "clean";
    case rl::test_result_deadlock:
        return "deadlock";
    case rl::test_result_livelock:
        return "livelock";
    case rl::test_result_data_race:
    // A use of an object that is gone, or not made yet. The checker has it as a race with the making of the next object.
    case rl::test_result_access_to_freed_memory:
    case rl::test_result_unitialized_access:
        return "data race";
    case rl::test_result_user_assert_failed:
        return "assertion";
    default:
        return rl::test_result_str(found);
    }
}

bool agrees(case_description const& about, rl::test_result_e found) {
    if (!is_finding(about.expected)) return found == rl::test_result_success;
    // The checker passes over this race to show what comes of it. Relacy always stops at it.
    bool const passes_over =
        !about.options.making_is_an_access && found == rl::test_result_unitialized_access;
    return passes_over || to_string(about.expected) == to_text(found);
}

bool explore(case_entry const& entry) {
    if (char const* const why = out_of_reach(entry.about)) {
        std::printf("%-28s skipped: %s\n", entry.about.id.c_str(), why);
        return true;
    }
    bool const finding = is_finding(entry.about.expected);
    relacy_answer const answer = simulate(entry, finding ? runs_to_find : runs_to_sample);
    bool const good = agrees(entry.about, answer.found);
    std::printf("%-28s %s in run %llu%s\n", entry.about.id.c_str(), to_text(answer.found),
                static_cast<unsigned long long>(answer.runs), good ? "" : "   DISAGREES");
    std::fflush(stdout);
    return good;
}

} // namespace

int main(int count, char** words) {
    std::sort(cases().begin(), cases().end(),
              [](case_entry const& a, case_entry const& b) { return a.about.id < b.about.id; });
    if (count != 2) {
        std::fprintf(stderr, "usage: %s --list | ID | all\n", words[0]);
        return 2;
    }
    std::string const asked = words[1];
    bool good = true;
    bool known = false;
    for (case_entry const& entry : cases()) {
        if (asked == "--list") std::printf("%s\n", entry.about.id.c_str());
        if (asked != "all" && asked != entry.about.id) continue;
        known = true;
        good = explore(entry) && good;
    }
    if (asked == "--list") return 0;
    if (!known && asked != "all") std::fprintf(stderr, "no case is called '%s'\n", asked.c_str());
    return !known && asked != "all" ? 2 : (good ? 0 : 1);
}
