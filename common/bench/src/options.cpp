#include <kev/bench/options.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace kev::bench {

namespace {

// Less ends inside one time slice of the system: such threads do not contend.
constexpr double least_sample = 0.05;

double chosen_sample = 0.1;
bool all_turns = false;

double read_sample(char const* text) {
    char* end = nullptr;
    double const seconds = std::strtod(text, &end);
    if (end == text || *end != '\0' || !(seconds >= least_sample && seconds <= 3600)) {
        std::fprintf(stderr, "--sample takes seconds, from %g to 3600\n", least_sample);
        std::exit(1); // NOLINT(concurrency-mt-unsafe): nothing else runs yet
    }
    return seconds;
}

bool take(std::string_view argument) {
    std::string_view const sample = "--sample=";
    if (argument == "--full-size") return all_turns = true;
    if (!argument.starts_with(sample)) return false;
    chosen_sample = read_sample(argument.data() + sample.size());
    return true;
}

} // namespace

void read_options(int& argc, char** argv) {
    char** const end =
        std::remove_if(argv + 1, argv + argc, [](char const* text) { return take(text); });
    argc = static_cast<int>(end - argv);
    argv[argc] = nullptr;
}

double sample_seconds() noexcept {
    return chosen_sample;
}

bool full_size() noexcept {
    return all_turns;
}

} // namespace kev::bench
