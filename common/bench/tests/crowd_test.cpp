// A crowd counts its turns, and its check finds a lock that does not exclude.
#include <kev/bench/crowd.hpp>

#include <atomic>
#include <chrono>
#include <stdexcept>

#include <gtest/gtest.h>

namespace kev::bench {

using namespace std::chrono_literals;

// Every other turn of a thread is in vain, and the second thread has few turns.
struct halves {
    bool turn(std::size_t thread, std::uint64_t number, wait_times& waits) {
        if (thread == 1) waits.measure([] { std::this_thread::sleep_for(2ms); });
        bool const got_it = number % 2 == 1;
        if (got_it) ++turns;
        return got_it;
    }
    std::atomic<std::uint64_t> turns{0};
};

TEST(Crowd, CountsTurnsRefusalsSharesAndTheLongestWait) {
    halves doing;
    crowd_result const result = crowd(2, doing).run(50ms);
    EXPECT_EQ(result.used.acquisitions, doing.turns);
    EXPECT_LE(result.acquisitions, doing.turns);
    EXPECT_GT(result.acquisitions, 0U);
    EXPECT_GT(result.refused, 0U);
    EXPECT_LT(result.jain, 0.9);
    EXPECT_GE(result.worst_wait, 1ms); // a part of it may not count
    EXPECT_GE(result.seconds, 0.05);
}

TEST(Crowd, TheCheckAfterASampleFindsATurnThatWasLost) {
    struct no_lock {
        void lock() noexcept {}
        bool try_lock() noexcept { return true; }
        void unlock() noexcept {}
    };
    lock_and_stay_away<no_lock> doing({0, 0});
    crowd_result const result = crowd(1, doing).run(1ms);
    EXPECT_NO_THROW(doing.check(result.used.acquisitions));
    EXPECT_THROW(doing.check(result.used.acquisitions + 1), std::logic_error);
}

} // namespace kev::bench
