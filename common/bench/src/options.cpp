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

double chosen_scale = 1.0 / 32;

// The number after a flag's '='; ends the program if it is none from `least` to `most`.
double read(std::string_view flag, char const* text, double least, double most) {
    char* end = nullptr;
    double const value = std::strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) {
        std::fprintf(stderr, "%.*s takes a number from %g to %g, not '%s'\n",
                     static_cast<int>(flag.size()) - 1, flag.data(), least, most, text);
        std::exit(1); // NOLINT(concurrency-mt-unsafe): nothing else runs yet
    }
    return value;
}

bool take(std::string_view argument) {
    std::string_view const sample = "--sample=";
    std::string_view const share = "--scale=";
    if (argument == "--full-size") return all_turns = true;
    if (argument.starts_with(sample)) {
        chosen_sample = read(sample, argument.data() + sample.size(), least_sample, 3600);
        return true;
    }
    if (!argument.starts_with(share)) return false;
    chosen_scale = read(share, argument.data() + share.size(), 1e-6, 1);
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

double scale() noexcept {
    return chosen_scale;
}

bool full_size() noexcept {
    return all_turns;
}

} // namespace kev::bench
