// The cost of writing one entry into a trace, while recording and while not.
//
//   lab07_trace_cost [--json]
#include <kev/bench/command_line.hpp>
#include <kev/trace/log.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

using kev::trace::what;

constexpr int entries = 20'000;

// Nanoseconds an entry: the median of many short runs, each into a buffer of its own.
double cost(bool recording) {
    kev::trace::recording() = recording;
    std::vector<double> samples;
    for (int i = 0; i < 101; ++i) {
        kev::trace::log log(entries);
        kev::trace::this_threads_log() = &log;
        auto const start = std::chrono::steady_clock::now();
        for (int entry = 0; entry < entries; ++entry) kev::trace::note(what::arrive);
        std::chrono::duration<double, std::nano> const took =
            std::chrono::steady_clock::now() - start;
        samples.push_back(took.count() / entries);
        kev::trace::this_threads_log() = nullptr;
    }
    std::nth_element(samples.begin(), samples.begin() + 50, samples.end());
    return samples[50];
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, "[--json]");
    bool const json = line.has("--json");
    line.finish();
    double const on = cost(true);
    double const off = cost(false);
    std::printf(json ? "{\"recording\": %.3f, \"not_recording\": %.3f, \"bytes\": %zu}\n"
                     : "an entry takes %.1f ns while recording, %.2f ns while not, and %zu bytes\n",
                on, off, sizeof(kev::trace::entry));
    return 0;
}
