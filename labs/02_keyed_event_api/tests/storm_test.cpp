// Conservation: with any timing, as many waits succeed as releases. The two sums would differ if a wait
// reported a time-out although a releaser has met it (race T6).
#include <kev/lab02/keyed_event.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <random>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

using namespace std::chrono_literals;

constexpr int keys = 4;
constexpr int pairs = 4; // of one waiting and one releasing thread

struct sums {
    std::atomic<long> waits{0};
    std::atomic<long> releases{0};
    std::atomic<long> timeouts{0}; // of calls that slept or were about to
};

// Half are looks, which never queue; the others last about as long as a meeting takes, so that time-outs
// and meetings collide.
auto short_time(std::minstd_rand& random) {
    return std::chrono::microseconds(random() % 2 == 0 ? 0 : 1 + random() % 60);
}

void storm(keyed_event const& event, long enough_timeouts, sums& total) {
    alignas(8) static std::array<long, keys> locks;
    testing::run_threads(2 * pairs, [&](int index) {
        std::minstd_rand random(static_cast<unsigned>(index) + 1);
        while (total.timeouts.load(std::memory_order_relaxed) < enough_timeouts) {
            void const* const key = &locks[random() % keys];
            bool const waits = index % 2 == 0;
            auto const limit = short_time(random);
            outcome const ended =
                waits ? event.wait_for(key, limit) : event.release_for(key, limit);
            if (ended == outcome::timed_out && limit == 0us) continue;
            auto& sum = ended == outcome::timed_out ? total.timeouts
                        : waits                     ? total.waits
                                                    : total.releases;
            if (sum.fetch_add(1, std::memory_order_relaxed) % 1024 == 0) testing::feed_watchdog();
        }
    });
}

TEST(Storm, ConservesMeetingsThroughAHundredThousandTimeouts) {
    keyed_event const event = keyed_event::create();
    sums total;
    storm(event, 100'000, total);
    RecordProperty("waits", std::to_string(total.waits));
    RecordProperty("timeouts", std::to_string(total.timeouts));
    EXPECT_EQ(total.waits, total.releases);
    EXPECT_GE(total.timeouts, 100'000);
    EXPECT_GE(total.waits, 1'000) << "too few meetings: the storm tested nothing";
}

} // namespace
} // namespace kev::lab02
