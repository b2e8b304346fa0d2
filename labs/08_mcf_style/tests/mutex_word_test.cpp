// The rules of the state word, one by one; and what is promised of the types.
#include <kev/lab07/simulation/spin_counter.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/counter_condvar.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_text.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/primitive_mutex.hpp>

#include "testing_access.hpp"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <random>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

template <typename Lock>
concept lockable = requires(Lock& lock) {
    lock.lock();
    lock.unlock();
    { lock.try_lock() } -> std::same_as<bool>;
};
template <typename Lock>
concept timed_lockable = lockable<Lock> && requires(Lock& lock) {
    { lock.try_lock_for(std::chrono::nanoseconds()) } -> std::same_as<bool>;
    { lock.try_lock_until(std::chrono::steady_clock::time_point()) } -> std::same_as<bool>;
    { lock.try_lock_until(std::chrono::system_clock::time_point()) } -> std::same_as<bool>;
};

template <typename T>
constexpr bool
    is_like_a_plain_word = sizeof(T) == 8 && alignof(T) == 8 &&
                           std::is_trivially_destructible_v<T>&& std::is_standard_layout_v<
                               T>&& std::is_nothrow_default_constructible_v<T> &&
                           !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;

static_assert(timed_lockable<mutex> && lockable<primitive_mutex>);
static_assert(is_like_a_plain_word<counter_condvar>);
static_assert(is_like_a_plain_word<primitive_mutex>);
static_assert(is_like_a_plain_word<mutex>);
static_assert(is_like_a_plain_word<once_flag>);
static_assert(is_like_a_plain_word<condition_variable>);

constinit mutex mutex_of_the_program;
constinit once_flag flag_of_the_program;
constinit condition_variable condvar_of_the_program;

template <typename T>
void expect_all_zero(T const& object) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &object, sizeof(T));
    for (unsigned char byte : bytes) EXPECT_EQ(byte, 0);
}

TEST(Types, AreAllZeroAtFirst) {
    expect_all_zero(mutex_of_the_program);
    expect_all_zero(flag_of_the_program);
    expect_all_zero(condvar_of_the_program);
    expect_all_zero(primitive_mutex());
    expect_all_zero(counter_condvar());
}

TEST(Word, UsesEveryBitForOneThing) {
    using namespace mutex_bits;
    state_t const all_called = counts::one_sleeper - counts::one_call;
    state_t const all_sleepers = ~state_t{0} - counts::one_sleeper + 1;
    state_t sum = 0;
    for (state_t const part :
         {locked, all_spinners, all_failures, all_passed_over, all_called, all_sleepers}) {
        EXPECT_EQ(sum & part, 0u);
        sum |= part;
    }
    EXPECT_EQ(~sum, 0xFFFF0000u) << "bits 16 to 31 are free";
}

TEST(Word, HasWhatASleeperComparesInItsUpperHalf) {
    using namespace mutex_bits;
    EXPECT_EQ(counts::compared, half::high);
    EXPECT_LT(locked | all_spinners | all_failures | all_passed_over, state_t{1} << 32);
}

TEST(Word, GivesFourSpinnersABitEachAndTheFifthNone) {
    state_t state = mutex_bits::locked;
    for (unsigned number = 0; number < 4; ++number) {
        EXPECT_TRUE(mutex_bits::may_spin(state));
        state_t const bit = mutex_bits::free_spinner(state);
        EXPECT_EQ(mutex_bits::number_of(bit), number);
        EXPECT_EQ(state & bit, 0u);
        state |= bit;
    }
    EXPECT_FALSE(mutex_bits::may_spin(state));
    state_t const second = 2 * mutex_bits::first_spinner;
    EXPECT_EQ(mutex_bits::free_spinner(state - second), second)
        << "a bit that was given back is free again";
}

TEST(Word, StopsSpinningAfterTooManyFailuresAndTakesItsTimeToComeBack) {
    state_t state = mutex_bits::locked;
    int failed = 0;
    for (; mutex_bits::may_spin(state); ++failed) state = mutex_bits::spin_failed(state);
    EXPECT_EQ(failed, 8);
    EXPECT_EQ(mutex_bits::failures(state), 15u) << "it jumps to its end";
    EXPECT_EQ(mutex_bits::failures(mutex_bits::spin_failed(state)), 15u) << "and stays there";
    int quiet = 0;
    for (; !mutex_bits::may_spin(state); ++quiet) state = mutex_bits::spin_paid(state);
    EXPECT_EQ(quiet, 8);
    while (mutex_bits::failures(state) > 0) state = mutex_bits::spin_paid(state);
    EXPECT_EQ(mutex_bits::spin_paid(state), mutex_bits::locked) << "it ends at nothing";
}

// The convoy page shows this counter.
TEST(Word, CountsFailuresAsTheSimulatedCounterDoes) {
    namespace bits = mutex_bits;
    lab07::simulation::spin_counter simulated;
    state_t state = 0;
    std::mt19937 random(1);
    for (int i = 0; i < 10'000; ++i) {
        ASSERT_EQ(simulated.may_spin(0), bits::may_spin(state)) << i;
        switch (random() % 4) { // more failures than successes, so that both ends are reached
        case 0:
            simulated.spin_paid();
            state = bits::spin_paid(state);
            break;
        case 1:
            simulated.nobody_waits();
            state = bits::unlocked(state | bits::locked);
            break;
        default:
            simulated.spin_failed();
            state = bits::spin_failed(state);
        }
    }
}

TEST(Word, UnlocksToOneSpinnerOrToOneSleeperOrToNobody) {
    using namespace mutex_bits;
    state_t const one = counts::one_sleeper;
    state_t const called = counts::one_call;
    EXPECT_EQ(unlocked(locked), 0u);
    EXPECT_EQ(unlocked(locked + 3 * one), 2 * one + called);
    EXPECT_EQ(unlocked(locked + 3 * one + called), 3 * one + called + one_passed_over)
        << "a called thread is on its way";
    EXPECT_EQ(unlocked(locked + 3 * one + 5 * first_spinner),
              3 * one + 4 * first_spinner + one_passed_over);
    EXPECT_EQ(unlocked(locked + called), called);
    EXPECT_EQ(unlocked(locked + first_spinner), 0u);
}

constexpr state_t most_called = mutex_bits::counts::one_sleeper / mutex_bits::counts::one_call - 1;

// How many unlocks of `state` in a row call no sleeper. Before each, the state is made as it was.
int unlocks_without_a_call(state_t state) {
    for (int unlocks = 0; unlocks < 1'000; ++unlocks) {
        state_t const next = mutex_bits::unlocked(state);
        if (mutex_bits::has_called(state, next)) return unlocks;
        state = (state & ~mutex_bits::all_passed_over) | (next & mutex_bits::all_passed_over);
    }
    return -1;
}

TEST(Word, CallsAnotherSleeperIfTheCalledOneDoesNotCome) {
    using namespace mutex_bits;
    EXPECT_EQ(unlocks_without_a_call(locked + counts::one_sleeper), 0);
    EXPECT_EQ(unlocks_without_a_call(locked + counts::one_sleeper + counts::one_call), 15);
    EXPECT_EQ(unlocks_without_a_call(locked + 7 * counts::one_sleeper +
                                     (most_called - 1) * counts::one_call),
              15);
}

TEST(Word, CallsASleeperThoughThreadsSpinAllTheTime) {
    using namespace mutex_bits;
    state_t const behind = locked + counts::one_sleeper + first_spinner;
    EXPECT_EQ(unlocks_without_a_call(behind), 127);
    EXPECT_EQ(unlocks_without_a_call(behind + counts::one_call), 127);
    state_t const next = unlocked(behind + most_behind_a_spinner * one_passed_over);
    EXPECT_EQ(next, counts::one_call) << "the spinner is told as well";
}

TEST(Word, CallsNoMoreThanItsFieldCanCount) {
    using namespace mutex_bits;
    state_t const full =
        locked + counts::one_sleeper + most_called * counts::one_call + all_passed_over;
    EXPECT_EQ(unlocked(full), full - locked);
}

TEST(Word, ForgetsThatItPassedOverSleepersWhenNoneIsLeft) {
    using namespace mutex_bits;
    EXPECT_EQ(unlocked(locked + 9 * one_passed_over), 0u);
    EXPECT_EQ(unlocked(locked + 9 * one_passed_over + counts::one_sleeper), counts::one_call);
}

TEST(Word, ForgivesAFailureOnlyIfNobodyWaits) {
    using namespace mutex_bits;
    state_t const three = 3 * one_failure;
    EXPECT_EQ(failures(unlocked(locked + three)), 2u);
    EXPECT_EQ(failures(unlocked(locked + three + counts::one_sleeper)), 3u);
    EXPECT_EQ(failures(unlocked(locked + three + counts::one_sleeper + counts::one_call)), 3u);
    EXPECT_EQ(failures(unlocked(locked + three + counts::one_call)), 3u)
        << "a called thread still waits";
    EXPECT_EQ(failures(unlocked(locked + three + first_spinner)), 3u);
}

TEST(Word, IsToldInWords) {
    using namespace mutex_bits;
    EXPECT_EQ(describe(0), "free");
    EXPECT_EQ(describe(locked + counts::one_call + 3 * first_spinner + one_failure +
                       5 * counts::one_sleeper),
              "locked, 2 spinning, 5 sleeping, 1 called, 1 failure");
    EXPECT_EQ(describe(4 * one_failure + 3 * one_passed_over),
              "free, 3 times passed over, 4 failures");
}

TEST(OnceFlag, HasReadyInItsFirstByte) {
    once_flag flag;
    ASSERT_TRUE(flag.begin());
    unsigned char bytes[sizeof flag];
    std::memcpy(bytes, &flag, sizeof flag);
    EXPECT_EQ(bytes[0], 0) << "the compiler's own look says: not done";
    flag.finish();
    std::memcpy(bytes, &flag, sizeof flag);
    EXPECT_EQ(bytes[0], 1);
    EXPECT_EQ(testing_access::state(flag), once_bits::ready);
}

} // namespace
} // namespace kev::lab08
