#include <kev/bench/options.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace kev::bench {

namespace {

double chosen_scale = 1.0 / 32;

bool take_scale(std::string_view argument) {
    std::string_view const flag = "--scale=";
    if (!argument.starts_with(flag)) return false;
    char* end = nullptr;
    double const value = std::strtod(argument.data() + flag.size(), &end);
    if (*end != '\0' || !(value > 0 && value <= 1)) {
        std::fprintf(stderr, "--scale takes a number above 0 and at most 1 (1 is the full size)\n");
        std::exit(1); // NOLINT(concurrency-mt-unsafe): nothing else runs yet
    }
    chosen_scale = value;
    return true;
}

} // namespace

void read_options(int& argc, char** argv) {
    char** const end =
        std::remove_if(argv + 1, argv + argc, [](char const* text) { return take_scale(text); });
    argc = static_cast<int>(end - argv);
    argv[argc] = nullptr;
}

double scale() noexcept {
    return chosen_scale;
}

} // namespace kev::bench
