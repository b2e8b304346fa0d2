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

template <typename T>
constexpr bool
    is_like_a_plain_word = sizeof(T) == sizeof(void*) && alignof(T) == alignof(void*) &&
                           std::is_trivially_destructible_v<T>&& std::is_standard_layout_v<
                               T>&& std::is_nothrow_default_constructible_v<T> &&
                           !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;

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
    using namespace word;
    EXPECT_EQ(locked & waking, 0u);
    EXPECT_EQ((locked | waking) & all_spinners, 0u);
    EXPECT_EQ((locked | waking | all_spinners) & all_failures, 0u);
    EXPECT_EQ(locked + waking + all_spinners + all_failures + 1, waiting::one);
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
    EXPECT_EQ(unlocked(locked), 0u);
    EXPECT_EQ(unlocked(locked + 3 * one), 2 * one + waking);
    EXPECT_EQ(unlocked(locked + 3 * one + waking), 3 * one + waking) << "one is on its way";
    EXPECT_EQ(unlocked(locked + 3 * one + 5 * first_spinner), 3 * one + 4 * first_spinner);
    EXPECT_EQ(unlocked(locked + waking), waking);
}

TEST(Word, ForgivesAFailureOnlyIfNobodyWaits) {
    using namespace word;
    state_t const three = 3 * one_failure;
    EXPECT_EQ(failures(unlocked(locked + three)), 2u);
    EXPECT_EQ(failures(unlocked(locked + three + waiting::one)), 3u);
    EXPECT_EQ(failures(unlocked(locked + three + waiting::one + waking)), 3u);
    EXPECT_EQ(failures(unlocked(locked + three + waking)), 3u) << "who was woken still waits";
    EXPECT_EQ(failures(unlocked(locked + three + first_spinner)), 3u);
}

TEST(Word, IsToldInWords) {
    using namespace word;
    EXPECT_EQ(describe(0), "free");
    EXPECT_EQ(describe(locked + waking + 3 * first_spinner + one_failure + 5 * waiting::one),
              "locked, 2 spinning, 5 sleeping, waking, 1 failure");
    EXPECT_EQ(describe(4 * one_failure), "free, 4 failures");
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
