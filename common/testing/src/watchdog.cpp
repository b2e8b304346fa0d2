#include <kev/testing/watchdog.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace kev::testing {

namespace {

std::atomic<unsigned> progress{0};

std::string current_test() {
    ::testing::TestInfo const* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    if (test == nullptr) return "no test";
    return std::string(test->test_suite_name()) + "." + test->name();
}

[[noreturn]] void watch(long seconds) {
    unsigned seen = progress.load();
    for (long still = 0;;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        unsigned const now = progress.load();
        still = now == seen ? still + 1 : 0;
        seen = now;
        if (still < seconds) continue;
        std::fprintf(stderr, "\nwatchdog: %s made no progress for %ld seconds; it hangs\n",
                     current_test().c_str(), seconds);
        std::fflush(stderr);
        std::abort();
    }
}

class feeder final : public ::testing::EmptyTestEventListener {
    void OnTestStart(::testing::TestInfo const&) override { feed_watchdog(); }
    void OnTestEnd(::testing::TestInfo const&) override { feed_watchdog(); }
};

} // namespace

long watchdog_seconds() noexcept {
    char const* const text = std::getenv("KEV_WATCHDOG_SECONDS"); // NOLINT(concurrency-mt-unsafe)
    long const seconds = text != nullptr ? std::strtol(text, nullptr, 10) : 0;
    return seconds > 0 ? seconds : 240;
}

void feed_watchdog() noexcept {
    progress.fetch_add(1);
}

void start_watchdog() {
    ::testing::UnitTest::GetInstance()->listeners().Append(new feeder);
    std::thread(watch, watchdog_seconds()).detach();
}

} // namespace kev::testing
