// Statics in functions, in a program into which our guard functions are linked: the compiler's own code runs
// on our once flag. So does everything else in this program that has such statics: GoogleTest, the C++
// library.
#include <kev/testing/child_process.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include <cxxabi.h>
#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using testing::let_others_run;
using testing::run_threads;

std::atomic<int> constructed{0};

// Takes its time, so that others come meanwhile.
struct slow {
    slow() {
        let_others_run();
        value = 42;
        ++constructed;
    }
    int value = 0; // plain: a thread that uses the object sees what the initializer wrote
};

slow const& the_slow_one() {
    static slow const one;
    return one;
}

TEST(GuardedStatic, IsInitializedOnceForSixtyFourThreads) {
    // The sleeps are counted by lab 02's wrapper: proof that it is our flag on which they wait.
    constructed = 0;
    tally const sum = run_threads(64, [](int) { EXPECT_EQ(the_slow_one().value, 42); });
    EXPECT_EQ(constructed, 1);
    EXPECT_GE(sum.waits, 8u) << "too few waited for the initializer";
    EXPECT_GE(sum.releases, 1u) << "the initializer wakes the sleepers";
}

std::atomic<int> attempts{0};

int fails_four_times() {
    let_others_run();
    if (++attempts < 5) throw std::runtime_error("attempt " + std::to_string(attempts));
    return 7;
}

int const& stubborn() {
    static int const value = fails_four_times();
    return value;
}

TEST(GuardedStatic, IsTriedAgainByTheNextIfItThrows) {
    std::atomic<int> failures{0};
    tally const sum = run_threads(64, [&](int) {
        try {
            EXPECT_EQ(stubborn(), 7);
        } catch (std::runtime_error const&) {
            ++failures;
        }
    });
    EXPECT_EQ(attempts, 5);
    EXPECT_EQ(failures, 4) << "each failed attempt is one thread's exception";
    EXPECT_GE(sum.waits, 8u);
    EXPECT_EQ(stubborn(), 7);
}

bool volatile comes_back = true; // so that no compiler sees that it never ends

int& recursive() {
    static int value = comes_back ? recursive() + 1 : 1;
    return value;
}

int come_back_to_itself() {
    testing::tell_parent("begins");
    return recursive();
}
testing::child_role const recursive_role("recursive-static", come_back_to_itself);

TEST(GuardedStatic, ThatNeedsItselfEndsTheProgramInsteadOfWaitingForItself) {
    testing::child_process child("recursive-static");
    EXPECT_EQ(child.read_line(), "begins");
    EXPECT_NE(child.wait(), 0);
}

template <int Depth>
int nested() {
    static int const value = [] {
        if constexpr (Depth == 0)
            return 0;
        else
            return nested<Depth - 1>() + 1;
    }();
    return value;
}

TEST(GuardedStatic, MayNeedOthersThatNeedOthers) {
    // Deeper than the list of open guards is long.
    run_threads(8, [](int) { EXPECT_EQ(nested<50>(), 50); });
}

template <int Number>
int numbered() {
    static int const value = (kev::yield(), ++constructed, Number);
    return value;
}

template <int... Numbers>
int sum_of(std::integer_sequence<int, Numbers...>) {
    return (numbered<Numbers>() + ...);
}

TEST(GuardedStatic, ManyAtOnceFromManyThreads) {
    constructed = 0;
    run_threads(
        8, [](int) { EXPECT_EQ(sum_of(std::make_integer_sequence<int, 200>()), 199 * 200 / 2); });
    EXPECT_EQ(constructed, 200);
}

// C++ libraries declare the type of a guard differently.
template <typename Guard>
Guard guard_of(int (*)(Guard*));

TEST(GuardedStatic, HasReadyInTheFirstByteAndNothingElseLeftBehind) {
    // The rules of the ABI, seen through the three functions that the compiler calls.
    alignas(8) std::uint64_t guard = 0;
    auto* const raw =
        reinterpret_cast<decltype(guard_of(__cxxabiv1::__cxa_guard_acquire))*>(&guard);
    ASSERT_EQ(__cxxabiv1::__cxa_guard_acquire(raw), 1);
    EXPECT_EQ(guard & 0xFF, 0u);
    __cxxabiv1::__cxa_guard_abort(raw);
    EXPECT_EQ(guard, 0u);
    ASSERT_EQ(__cxxabiv1::__cxa_guard_acquire(raw), 1);
    __cxxabiv1::__cxa_guard_release(raw);
    EXPECT_EQ(guard, 1u);
    EXPECT_EQ(__cxxabiv1::__cxa_guard_acquire(raw), 0);
}

} // namespace
} // namespace kev::lab08
