/// @file
/// What a lock costs, in counts and not in times: an exercise that asks for a lock of one's own compares locks by them.
///
/// The judge reads the properties that these tests record.
#pragma once

#include <functional>

#include <gtest/gtest.h>

#include <kev/testing/single_step.hpp>

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
    Lock lock_{};
    long protected_counter_ = 0;
};

TYPED_TEST_SUITE_P(Design);

TYPED_TEST_P(Design, CountsItsBytes) {
    this->RecordProperty("bytes", static_cast<int>(sizeof(TypeParam)));
}

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

REGISTER_TYPED_TEST_SUITE_P(Design, CountsItsBytes, CountsTheInstructionsOfAnUncontendedPair);

} // namespace kev::testing
