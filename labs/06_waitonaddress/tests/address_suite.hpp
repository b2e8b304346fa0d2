// The promises of every way to wait on a value: ours, the system's, and std::atomic's.
//
// A way to wait is a class of static functions for a kev::atomic of any unsigned type:
//   wait(variable, undesired)                 may return for no reason
//   wake_one(variable), wake_all(variable)
// and, if `has_time_limits`,
//   bool wait_for(variable, undesired, milliseconds)
#pragma once

#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::testing {

using namespace std::chrono_literals;

template <typename Way>
class AddressWait : public ::testing::Test {
protected:
    /// 7, and the highest bit: the two differ in their top byte alone.
    template <typename T>
    static constexpr T seven_and_more = static_cast<T>(T{7} | (T{1} << (8 * sizeof(T) - 1)));

    template <typename T>
    static void returns_at_once_if_the_top_byte_is_another() {
        kev::atomic<T> variable{seven_and_more<T>};
        Way::wait(variable, T{7});
    }

    template <typename T>
    static void wait_while(kev::atomic<T>& variable, T undesired) {
        while (variable.load() == undesired) Way::wait(variable, undesired);
    }

    /// A thread waits; nothing but the change of its variable, and a wake, may end that.
    template <typename T>
    static void waits_until_set_and_woken() {
        kev::atomic<T> variable{T{7}};
        std::atomic<bool> through{false};
        std::vector<std::jthread> waiter;
        waiter.emplace_back([&] {
            wait_while(variable, T{7});
            through = true;
        });
        let_others_run();
        EXPECT_FALSE(through);
        variable.store(seven_and_more<T>);
        Way::wake_one(variable);
        waiter.clear(); // joins
        EXPECT_TRUE(through);
    }

    /// Waits, again and again after waking for no reason, until a wait times out.
    static int reasonless_returns_until_time_out(kev::atomic<std::uint32_t>& variable) {
        int count = 0;
        while (Way::wait_for(variable, 0u, 5ms)) ++count;
        return count;
    }
};

TYPED_TEST_SUITE_P(AddressWait);

TYPED_TEST_P(AddressWait, ReturnsAtOnceIfTheValueIsAnother) {
    this->template returns_at_once_if_the_top_byte_is_another<std::uint8_t>();
    this->template returns_at_once_if_the_top_byte_is_another<std::uint16_t>();
    this->template returns_at_once_if_the_top_byte_is_another<std::uint32_t>();
    this->template returns_at_once_if_the_top_byte_is_another<std::uint64_t>();
    SUCCEED() << "it has returned";
}

TYPED_TEST_P(AddressWait, SleepsOnOneTwoFourAndEightBytes) {
    this->template waits_until_set_and_woken<std::uint8_t>();
    this->template waits_until_set_and_woken<std::uint16_t>();
    this->template waits_until_set_and_woken<std::uint32_t>();
    this->template waits_until_set_and_woken<std::uint64_t>();
}

TYPED_TEST_P(AddressWait, AWakeForAllReachesEveryWaiter) {
    // The threads are joined at the end: if one sleeps on, the watchdog ends the test.
    kev::atomic<std::uint32_t> variable{0};
    std::vector<std::jthread> waiters;
    for (int i = 0; i < 20; ++i) waiters.emplace_back([&] { this->wait_while(variable, 0u); });
    let_others_run();
    variable.store(1);
    TypeParam::wake_all(variable);
}

TYPED_TEST_P(AddressWait, AWakeForOneReachesOneOfThose) {
    // Each token is followed by one wake. If a wake reached no waiter, its token would stay, a taker would
    // sleep on, and the watchdog would end the test.
    constexpr int waiters = 8;
    kev::atomic<std::uint32_t> tokens{0};
    std::vector<std::jthread> takers;
    for (int i = 0; i < waiters; ++i) {
        takers.emplace_back([&] {
            for (;;) {
                std::uint32_t there = tokens.load();
                if (there == 0) {
                    TypeParam::wait(tokens, 0u);
                } else if (tokens.compare_exchange_strong(there, there - 1)) {
                    return;
                }
            }
        });
    }
    let_others_run();
    for (int i = 0; i < waiters; ++i) {
        tokens.fetch_add(1);
        TypeParam::wake_one(tokens);
        wait_until_true([&] { return tokens.load() == 0; });
    }
}

TYPED_TEST_P(AddressWait, AddressesDoNotCross) {
    std::array<kev::atomic<std::uint8_t>, 64> variables{};
    std::array<std::atomic<bool>, 64> through{};
    std::vector<std::jthread> waiters;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        waiters.emplace_back([&, i] {
            this->wait_while(variables[i], std::uint8_t{0});
            through[i] = true;
        });
    }
    let_others_run();
    for (std::size_t i = variables.size(); i-- > 0;) {
        variables[i].store(1);
        TypeParam::wake_one(variables[i]);
        wait_until_true([&] { return through[i].load(); });
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(through[k]) << k << " woken by " << i;
    }
}

TYPED_TEST_P(AddressWait, LosesNoWakeInAPingPong) {
    // Each turn hits the gap between look, join and sleep from another side; a lost wake is a hang.
    kev::atomic<std::uint32_t> ball{0};
    constexpr std::uint32_t turns = 20'000;
    run_threads(2, [&](int side) {
        for (auto turn = static_cast<std::uint32_t>(side); turn < turns; turn += 2) {
            for (std::uint32_t now = ball.load(); now != turn; now = ball.load())
                TypeParam::wait(ball, now);
            ball.store(turn + 1);
            TypeParam::wake_one(ball);
            if (turn % 1024 == 0) feed_watchdog();
        }
    });
    EXPECT_EQ(ball.load(), turns);
}

TYPED_TEST_P(AddressWait, TimesOutNotBeforeItsTime) {
    if constexpr (TypeParam::has_time_limits) {
        kev::atomic<std::uint32_t> variable{0};
        this->reasonless_returns_until_time_out(variable); // old alerts, if any
        auto const start = std::chrono::steady_clock::now();
        bool const woken = TypeParam::wait_for(variable, 0u, 60ms);
        auto const waited = std::chrono::steady_clock::now() - start;
        EXPECT_FALSE(woken);
        // Windows counts in ticks of its clock (up to 15.6 ms) and may be early by one.
        EXPECT_GE(waited, 60ms - 15'625us);
    } else {
        GTEST_SKIP() << "it has no time limits";
    }
}

TYPED_TEST_P(AddressWait, ForgetsAWakeWithoutAWaiter) {
    if constexpr (TypeParam::has_time_limits) {
        kev::atomic<std::uint32_t> variable{0};
        this->reasonless_returns_until_time_out(variable);
        for (int i = 0; i < 5; ++i) TypeParam::wake_one(variable);
        TypeParam::wake_all(variable);
        EXPECT_FALSE(TypeParam::wait_for(variable, 0u, 5ms));
    } else {
        GTEST_SKIP() << "it has no time limits";
    }
}

TYPED_TEST_P(AddressWait, ATimedOutWaiterIsNotInTheWayOfTheNext) {
    // If a waiter that has left took the wake, the patient one would sleep on, until the watchdog.
    if constexpr (TypeParam::has_time_limits) {
        kev::atomic<std::uint32_t> variable{0};
        std::vector<std::jthread> patient;
        patient.emplace_back([&] { this->wait_while(variable, 0u); });
        for (int i = 0; i < 10; ++i) this->reasonless_returns_until_time_out(variable);
        variable.store(1);
        TypeParam::wake_one(variable); // the only one there
    } else {
        GTEST_SKIP() << "it has no time limits";
    }
}

REGISTER_TYPED_TEST_SUITE_P(AddressWait, ReturnsAtOnceIfTheValueIsAnother,
                            SleepsOnOneTwoFourAndEightBytes, AWakeForAllReachesEveryWaiter,
                            AWakeForOneReachesOneOfThose, AddressesDoNotCross,
                            LosesNoWakeInAPingPong, TimesOutNotBeforeItsTime,
                            ForgetsAWakeWithoutAWaiter, ATimedOutWaiterIsNotInTheWayOfTheNext);

} // namespace kev::testing
