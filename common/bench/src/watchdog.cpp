#include <kev/bench/watchdog.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace kev::bench {

namespace {

using time = std::chrono::steady_clock;

// The measurement that is running, and since when.
struct sample {
    std::mutex guard;
    std::string name; // empty: nothing is
    time::time_point start;
};

sample& current() {
    static sample the_only;
    return the_only;
}

std::chrono::seconds allowed() {
    char const* const text = std::getenv("KEV_WATCHDOG_SECONDS"); // NOLINT(concurrency-mt-unsafe)
    long const seconds = text != nullptr ? std::strtol(text, nullptr, 10) : 0;
    return std::chrono::seconds(seconds > 0 ? seconds : 240);
}

[[noreturn]] void watch(std::chrono::seconds limit) {
    for (sample& now = current();;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        std::lock_guard const lock(now.guard);
        if (now.name.empty() || time::now() - now.start < limit) continue;
        std::fprintf(
            stderr,
            "\nwatchdog: %s has not ended after %lld seconds: it hangs, or the machine is far "
            "busier than it "
            "was when the length of a sample was chosen (KEV_WATCHDOG_SECONDS=N allows more)\n",
            now.name.c_str(), static_cast<long long>(limit.count()));
        std::fflush(stderr);
        std::abort();
    }
}

} // namespace

watched::watched(std::string const& name) {
    sample& now = current();
    std::lock_guard const lock(now.guard);
    now.name = name;
    now.start = time::now();
}

watched::~watched() {
    sample& now = current();
    std::lock_guard const lock(now.guard);
    now.name.clear();
}

void start_watchdog() {
    current(); // made before the thread, which ends with the process
    std::thread(watch, allowed()).detach();
}

} // namespace kev::bench
