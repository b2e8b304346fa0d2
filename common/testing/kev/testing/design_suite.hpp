/// @file
/// What a lock costs, in counts and not in times: an exercise that asks for a lock of one's own compares locks by them.
///
/// The judge reads the properties that these tests record.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include <kev/testing/single_step.hpp>
#include <kev/testing/threads.hpp>
#include <kev/world.hpp>

namespace kev::testing {

/// How many instructions call() takes, and what calls it.
inline int instructions_of(std::function<void()> const& call) {
    int count = 0;
    step_through(call, [&] {
        ++count;
        return false;
    });
    return count;
}

template <typename Lock>
class Design : public ::testing::Test {
protected:
    static constexpr int threads = 4;
    static constexpr int turns = 2'000;

    Lock lock_{};
    long protected_counter_ = 0;
};

TYPED_TEST_SUITE_P(Design);

TYPED_TEST_P(Design, CountsTheInstructionsOfAnUncontendedPair) {
    if (!threads_can_be_stepped) GTEST_SKIP() << "instructions cannot be counted here";
    std::function<void()> const nothing = [this] { ++this->protected_counter_; };
    std::function<void()> const pair = [this] {
        this->lock_.lock();
        ++this->protected_counter_;
        this->lock_.unlock();
    };
    pair(); // the loader may have to find functions at their first call
    this->RecordProperty("instructions", instructions_of(pair) - instructions_of(nothing));
}

// In the first turn each thread sleeps while it owns the lock, so that the others are in the line. A lock that is handed
// over keeps this line for ever.
TYPED_TEST_P(Design, CountsTheSleepsInAConvoy) {
    tally const sum = run_threads(this->threads, [this](int) {
        for (int turn = 0; turn < this->turns; ++turn) {
            std::lock_guard const guard(this->lock_);
            if (turn == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            ++this->protected_counter_;
        }
    });
    EXPECT_EQ(this->protected_counter_, this->threads * this->turns);
    auto const all = static_cast<std::uint64_t>(this->threads * this->turns);
    this->RecordProperty("sleeps", static_cast<int>(sum.waits * 1'000 / all));
}

REGISTER_TYPED_TEST_SUITE_P(Design, CountsTheInstructionsOfAnUncontendedPair,
                            CountsTheSleepsInAConvoy);

} // namespace kev::testing
