/// @file
/// What every once flag must do: the tests of call_once().
///
/// A lab instantiates them for its flags; `call_once(flag, f, args...)` is found where the flag's type is:
/// @code
/// using flags = ::testing::Types<once_flag, std::once_flag>;
/// INSTANTIATE_TYPED_TEST_SUITE_P(Lab08, Once, flags);
/// @endcode
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>
#include <kev/world.hpp>

namespace kev::testing {

/// Whether a flag sleeps through lab 02's wrapper, which counts. One that does not specialises it as
/// false.
template <typename Flag>
inline constexpr bool once_sleeps_are_counted = true;
template <>
inline constexpr bool once_sleeps_are_counted<std::once_flag> = false;

/// Whether a flag lets another thread try after an exception. The libraries' own do not everywhere: that
/// of glibc hangs under ThreadSanitizer, that of winpthreads for mingw-w64 altogether.
template <typename Flag>
inline constexpr bool survives_exceptions = true;
#if defined(__SANITIZE_THREAD__) || defined(_WIN32)
template <>
inline constexpr bool survives_exceptions<std::once_flag> = false;
#endif

template <typename Flag>
class Once : public ::testing::Test {
protected:
    Flag flag_;
    int calls_ = 0;  // plain: ThreadSanitizer judges the flag by it
    long value_ = 0; // the same
};

TYPED_TEST_SUITE_P(Once);

TYPED_TEST_P(Once, CallsOnceAndPassesTheArguments) {
    for (int turn = 1; turn <= 3; ++turn) {
        call_once(
            this->flag_,
            [this](int first, std::unique_ptr<int> second) {
                ++this->calls_;
                this->value_ = first + *second;
            },
            turn, std::make_unique<int>(40));
    }
    EXPECT_EQ(this->calls_, 1);
    EXPECT_EQ(this->value_, 41);
}

TYPED_TEST_P(Once, ServesSixtyFourThreadsThatComeTogether) {
    std::atomic<int> saw_it{0};
    run_threads(64, [&](int) {
        call_once(this->flag_, [this] {
            ++this->calls_;
            let_others_run(); // they come, and must wait
            this->value_ = 4711;
        });
        if (this->value_ == 4711) ++saw_it;
    });
    EXPECT_EQ(this->calls_, 1);
    EXPECT_EQ(saw_it, 64);
}

TYPED_TEST_P(Once, BlocksUntilItIsDone) {
    std::atomic<bool> begun{false};
    std::atomic<bool> may_end{false};
    std::atomic<bool> passed{false};
    std::jthread first = start_thread([&] {
        call_once(this->flag_, [&] {
            begun = true;
            wait_until_true([&] { return may_end.load(); });
        });
    });
    wait_until_true([&] { return begun.load(); });
    std::jthread second = start_thread([&] {
        call_once(this->flag_, [this] { ++this->calls_; });
        passed = true;
    });
    let_others_run();
    EXPECT_FALSE(passed);
    may_end = true;
    second.join();
    EXPECT_TRUE(passed);
    EXPECT_EQ(this->calls_, 0);
}

TYPED_TEST_P(Once, LetsTheNextOneTryAfterAnException) {
    if (!survives_exceptions<TypeParam>) GTEST_SKIP() << "this flag does not promise it here";
    constexpr int failing = 5;
    std::atomic<int> caught{0};
    run_threads(8, [&](int) {
        try {
            call_once(this->flag_, [this] {
                std::this_thread::sleep_for(
                    std::chrono::milliseconds(5)); // the others come meanwhile
                if (++this->calls_ <= failing) throw std::runtime_error("not yet");
                this->value_ = 4711;
            });
            EXPECT_EQ(this->value_, 4711);
        } catch (std::runtime_error const&) {
            ++caught;
        }
    });
    EXPECT_EQ(this->calls_, failing + 1);
    EXPECT_EQ(caught, failing);
}

TYPED_TEST_P(Once, LosesNobodyInALongStorm) {
    // Four threads come to each of many flags together. The first one of every 32nd keeps them waiting.
    constexpr std::uint64_t enough = once_sleeps_are_counted<TypeParam> ? 50 : 0;
    tally const sum = until_slept(enough, [] {
        constexpr int flags = 2'000;
        std::vector<TypeParam> storm(flags);
        std::vector<int> calls(flags);
        return run_threads(4, [&](int) {
            for (std::size_t i = 0; i < storm.size(); ++i) {
                call_once(storm[i], [&] {
                    ++calls[i];
                    if (i % 32 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                });
                EXPECT_EQ(calls[i], 1);
                if (i % 256 == 0) feed_watchdog();
            }
        });
    });
    EXPECT_GE(sum.waits, enough) << "too few sleeps: the storm tested nothing";
}

REGISTER_TYPED_TEST_SUITE_P(Once, CallsOnceAndPassesTheArguments,
                            ServesSixtyFourThreadsThatComeTogether, BlocksUntilItIsDone,
                            LetsTheNextOneTryAfterAnException, LosesNobodyInALongStorm);

} // namespace kev::testing
