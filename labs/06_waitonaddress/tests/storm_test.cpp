// Everything at once: many addresses in few buckets, time-outs, wakes for one and for all, threads that
// come and go. AddressSanitizer and ThreadSanitizer judge it, and the sums.
#include <kev/lab06/wait_on_address.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <random>

#include <gtest/gtest.h>

namespace kev::lab06 {
namespace {

using namespace std::chrono_literals;
using variable = kev::atomic<std::uint32_t>;

// Takes a token; believes "timed out", and leaves.
bool take(variable& tokens, std::chrono::microseconds limit) {
    for (;;) {
        std::uint32_t there = tokens.load();
        if (there != 0) {
            if (tokens.compare_exchange_strong(there, there - 1)) return true;
        } else if (!wait_on_address_for(&tokens, &there, sizeof there, limit)) {
            return false;
        }
    }
}

void take(variable& tokens) {
    for (;;) {
        std::uint32_t there = tokens.load();
        if (there != 0) {
            if (tokens.compare_exchange_strong(there, there - 1)) return;
        } else {
            wait_on_address(&tokens, &there, sizeof there);
        }
    }
}

void give(variable& tokens) {
    tokens.fetch_add(1);
    wake_by_address_single(&tokens);
}

// One token, and every wake is for one: if a thread that has timed out had used a wake up, the token would
// lie there while the patient threads sleep.
TEST(Storm, ATimeOutNeverUsesAWakeUp) {
    variable tokens{1};
    std::atomic<long> timeouts{0};
    std::atomic<long> patient_turns{0};
    // Each of the two so many times: as a rule 10,000, but where a time-out takes tens of milliseconds (Wine) fewer will do.
    auto const patience = kev::clock::now() + 20s;
    auto const is_over = [&] {
        long const fewer = std::min<long>(timeouts, patient_turns);
        return fewer >= 10'000 || (fewer >= 1'000 && kev::clock::now() > patience);
    };
    tally const sum = testing::run_threads(6, [&](int index) {
        std::minstd_rand random(static_cast<unsigned>(index) + 1);
        while (!is_over()) {
            bool const patient = index < 3;
            if (patient) {
                take(tokens);
                ++patient_turns;
            } else if (!take(tokens, std::chrono::microseconds(random() % 60))) {
                if (timeouts.fetch_add(1) % 1024 == 0) testing::feed_watchdog();
                continue;
            }
            if (random() % 64 == 0) std::this_thread::sleep_for(100us);
            give(tokens);
        }
    });
    EXPECT_EQ(tokens.load(), 1u);
    EXPECT_GE(sum.waits, 1'000u) << "too few sleeps: the storm tested nothing";
}

// 512 addresses, of which some share a bucket, so that threads meet as attendants and leave notes.
TEST(Storm, ManyAddressesShareTheTable) {
    static std::array<variable, 512> variables{};
    constexpr int threads = 8;
    std::atomic<long> woken{0};
    std::atomic<long> timeouts{0};
    tally const sum = testing::run_threads(threads, [&](int index) {
        std::minstd_rand random(static_cast<unsigned>(index) + 7);
        // A few addresses are hot, so that some wakes find a waiter.
        for (int turn = 0; turn < 20'000; ++turn) {
            variable& one = variables[random() % (turn % 2 == 0 ? 4 : variables.size())];
            if (random() % 4 == 0) {
                std::uint32_t const now = one.load();
                bool const told = wait_on_address_for(&one, &now, sizeof now,
                                                      std::chrono::microseconds(random() % 50));
                (told ? woken : timeouts).fetch_add(1);
            } else {
                one.fetch_add(1);
                random() % 8 == 0 ? wake_by_address_all(&one) : wake_by_address_single(&one);
            }
            if (turn % 1024 == 0) testing::feed_watchdog();
        }
    });
    EXPECT_GE(sum.waits, 1'000u);
    EXPECT_GE(woken, 100);
    EXPECT_GE(timeouts, 100);
    for (variable const& one : variables) EXPECT_FALSE(process_table().bucket_of(&one).occupied());
}

} // namespace
} // namespace kev::lab06
