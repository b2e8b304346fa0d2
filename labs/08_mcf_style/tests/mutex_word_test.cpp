// The rules of the state word, one by one; and what is promised of the types.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/counter_condvar.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_word_text.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/primitive_mutex.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

template <typename T, typename Word = void*>
constexpr bool
    is_like_a_plain_word = sizeof(T) == sizeof(Word) && alignof(T) == sizeof(Word) &&
                           std::is_trivially_destructible_v<T>&& std::is_standard_layout_v<
                               T>&& std::is_nothrow_default_constructible_v<T> &&
                           !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;

static_assert(is_like_a_plain_word<counter_condvar>);
static_assert(is_like_a_plain_word<primitive_mutex>);
static_assert(is_like_a_plain_word<mutex>);
static_assert(is_like_a_plain_word<once_flag>);
static_assert(is_like_a_plain_word<condition_variable, wide_state_t>);

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
    using namespace word;
    state_t const all_called = waiting::one - waiting::call;
    state_t const all_sleepers = ~state_t{0} - waiting::one + 1;
    state_t sum = 0;
    for (state_t const part :
         {locked, all_spinners, all_failures, all_passed_over, all_called, all_sleepers}) {
        EXPECT_EQ(sum & part, 0u);
        sum |= part;
    }
    state_t const unused = sizeof(state_t) == 8 ? 0xFFFF0000 : 0;
    EXPECT_EQ(~sum, unused) << "with 64 bits, bits 16 to 31 are free";
}

TEST(Word, HasWhatASleeperComparesInItsUpperHalf) {
    using namespace word;
    EXPECT_EQ(waiting::where, sizeof(state_t) == 8 ? half::high : half::low)
        << "a word of 32 bits is compared as a whole";
    EXPECT_LT(locked | all_spinners | all_failures | all_passed_over, bit_of_word(32, 16));
}

TEST(Word, SaysWhetherOneMoreSleeperFits) {
    using word::waiting;
    EXPECT_TRUE(waiting::may_count_in(0));
    if constexpr (sizeof(state_t) == 4) {
        EXPECT_TRUE(waiting::may_count_in(16'382 * waiting::one));
        EXPECT_FALSE(waiting::may_count_in(16'383 * waiting::one));
    } else {
        EXPECT_GT(~state_t{0} / waiting::one, 16'000'000u) << "more than a process has threads";
    }
}

TEST(Word, GivesFourSpinnersABitEachAndTheFifthNone) {
    state_t state = word::locked;
    for (unsigned number = 0; number < 4; ++number) {
        EXPECT_TRUE(word::may_spin(state));
        state_t const bit = word::free_spinner(state);
        EXPECT_EQ(word::number_of(bit), number);
        EXPECT_EQ(state & bit, 0u);
        state |= bit;
    }
    EXPECT_FALSE(word::may_spin(state));
    state_t const second = 2 * word::first_spinner;
    EXPECT_EQ(word::free_spinner(state - second), second)
        << "a bit that was given back is free again";
}

TEST(Word, StopsSpinningAfterTooManyFailuresAndTakesItsTimeToComeBack) {
    state_t state = word::locked;
    int failed = 0;
    for (; word::may_spin(state); ++failed) state = word::spin_failed(state);
    EXPECT_EQ(failed, 8);
    EXPECT_EQ(word::failures(state), 15u) << "it jumps to its end";
    EXPECT_EQ(word::failures(word::spin_failed(state)), 15u) << "and stays there";
    int quiet = 0;
    for (; !word::may_spin(state); ++quiet) state = word::spin_paid(state);
    EXPECT_EQ(quiet, 8);
    while (word::failures(state) > 0) state = word::spin_paid(state);
    EXPECT_EQ(word::spin_paid(state), word::locked) << "it ends at nothing";
}

TEST(Word, UnlocksToOneSpinnerOrToOneSleeperOrToNobody) {
    using namespace word;
    state_t const one = waiting::one;
    state_t const called = waiting::call;
    EXPECT_EQ(unlocked(locked), 0u);
    EXPECT_EQ(unlocked(locked + 3 * one), 2 * one + called);
    EXPECT_EQ(unlocked(locked + 3 * one + called), 3 * one + called + one_passed_over)
        << "a called thread is on its way";
    EXPECT_EQ(unlocked(locked + 3 * one + 5 * first_spinner),
              3 * one + 4 * first_spinner + one_passed_over);
    EXPECT_EQ(unlocked(locked + called), called);
    EXPECT_EQ(unlocked(locked + first_spinner), 0u);
}

constexpr state_t most_called = word::waiting::one / word::waiting::call - 1;

// How many unlocks of `state` in a row call no sleeper. Before each, the state is made as it was.
int unlocks_without_a_call(state_t state) {
    for (int unlocks = 0; unlocks < 1'000; ++unlocks) {
        state_t const next = word::unlocked(state);
        if (word::has_called(state, next)) return unlocks;
        state = (state & ~word::all_passed_over) | (next & word::all_passed_over);
    }
    return -1;
}

TEST(Word, CallsAnotherSleeperIfTheCalledOneDoesNotCome) {
    using namespace word;
    EXPECT_EQ(unlocks_without_a_call(locked + waiting::one), 0);
    EXPECT_EQ(unlocks_without_a_call(locked + waiting::one + waiting::call), 15);
    EXPECT_EQ(unlocks_without_a_call(locked + 7 * waiting::one + (most_called - 1) * waiting::call),
              15);
}

TEST(Word, CallsASleeperThoughThreadsSpinAllTheTime) {
    using namespace word;
    state_t const behind = locked + waiting::one + first_spinner;
    EXPECT_EQ(unlocks_without_a_call(behind), 127);
    EXPECT_EQ(unlocks_without_a_call(behind + waiting::call), 127);
    state_t const next = unlocked(behind + most_behind_a_spinner * one_passed_over);
    EXPECT_EQ(next, waiting::call) << "the spinner is told as well";
}

TEST(Word, CallsNoMoreThanItsFieldCanCount) {
    using namespace word;
    state_t const full = locked + waiting::one + most_called * waiting::call + all_passed_over;
    EXPECT_EQ(unlocked(full), full - locked);
}

TEST(Word, ForgetsThatItPassedOverSleepersWhenNoneIsLeft) {
    using namespace word;
    EXPECT_EQ(unlocked(locked + 9 * one_passed_over), 0u);
    EXPECT_EQ(unlocked(locked + 9 * one_passed_over + waiting::one), waiting::call);
}

TEST(Word, ForgivesAFailureOnlyIfNobodyWaits) {
    using namespace word;
    state_t const three = 3 * one_failure;
    EXPECT_EQ(failures(unlocked(locked + three)), 2u);
    EXPECT_EQ(failures(unlocked(locked + three + waiting::one)), 3u);
    EXPECT_EQ(failures(unlocked(locked + three + waiting::one + waiting::call)), 3u);
    EXPECT_EQ(failures(unlocked(locked + three + waiting::call)), 3u)
        << "a called thread still waits";
    EXPECT_EQ(failures(unlocked(locked + three + first_spinner)), 3u);
}

TEST(Word, IsToldInWords) {
    using namespace word;
    EXPECT_EQ(describe(0), "free");
    EXPECT_EQ(describe(locked + waiting::call + 3 * first_spinner + one_failure + 5 * waiting::one),
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
    EXPECT_EQ(flag.state(), once_flag::ready);
}

} // namespace
} // namespace kev::lab08
