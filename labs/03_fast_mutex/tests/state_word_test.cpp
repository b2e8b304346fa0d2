// The state word: layout, construction, the limit, and what is promised of the type.
#include <kev/lab03/article_mutex.hpp>
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/fast_mutex_text.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>
#include <kev/lab03/spinning_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <cstdint>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab03 {
namespace {

constinit fast_mutex usable_before_main;

static_assert(sizeof(fast_mutex) == 4);
static_assert(sizeof(asymmetric_mutex) == 4);
static_assert(sizeof(article_mutex) == 4);
static_assert(sizeof(no_wake_bit_mutex) == 4);
static_assert(sizeof(spinning_mutex) == 4);
static_assert(sizeof(yielding_mutex) == 4);
static_assert(std::is_trivially_destructible_v<fast_mutex>);
static_assert(std::is_standard_layout_v<fast_mutex>);
static_assert(!std::is_copy_constructible_v<fast_mutex>);
static_assert(bits::max_waiters == 8'388'607);
static_assert(bits::owned + bits::waking + bits::max_waiters * bits::one_waiter ==
                  0xFFFF'FFFF - 0xFE,
              "all bits but the seven of the owned byte are used");

TEST(StateWord, IsThereBeforeMain) {
    EXPECT_TRUE(usable_before_main.try_lock());
    usable_before_main.unlock();
}

// All that have this word. Where nothing collides, article_mutex keeps these promises, too.
template <typename Mutex>
class WithStateWord : public ::testing::Test {};

using word_mutexes =
    ::testing::Types<fast_mutex, no_wake_bit_mutex, spinning_mutex, yielding_mutex, article_mutex>;
TYPED_TEST_SUITE(WithStateWord, word_mutexes);

TYPED_TEST(WithStateWord, IsAllZeroWhenFree) {
    TypeParam const mutex;
    EXPECT_EQ(mutex.state(), 0u);
}

TYPED_TEST(WithStateWord, CountsOwnerAndWaiters) {
    TypeParam mutex;
    mutex.lock();
    EXPECT_EQ(mutex.state(), bits::owned);
    {
        std::jthread waiter([&] {
            mutex.lock();
            mutex.unlock();
        });
        testing::wait_until_true([&] { return bits::waiters(mutex.state()) == 1; });
        EXPECT_EQ(mutex.state(), bits::owned + bits::one_waiter);
        mutex.unlock();
    }
    EXPECT_EQ(mutex.state(), 0u) << "the waking bit must not stay behind";
}

TEST(StateWord, IsToldInWords) {
    EXPECT_EQ(bits::describe(0), "free");
    EXPECT_EQ(bits::describe(bits::owned), "owned");
    EXPECT_EQ(bits::describe(bits::owned | bits::waking | 2 * bits::one_waiter),
              "owned, 2 waiting, waking");
}

TEST(StateWord, AllowsAWakeUpOnlyForAFreeLockWithASleeperAndNoWakeUpUnderWay) {
    EXPECT_TRUE(bits::may_wake(bits::one_waiter));
    EXPECT_TRUE(bits::may_wake(bits::max_waiters * bits::one_waiter));
    EXPECT_FALSE(bits::may_wake(0));
    EXPECT_FALSE(bits::may_wake(bits::waking));
    EXPECT_FALSE(bits::may_wake(bits::one_waiter | bits::owned));
    EXPECT_FALSE(bits::may_wake(bits::one_waiter | bits::waking));
}

TYPED_TEST(WithStateWord, HasNobodyToWakeWhileAWakeUpIsUnderWay) {
    // One waiter is counted in and one wake-up is under way, but no thread is there: a release would block.
    TypeParam mutex(bits::owned | bits::waking | bits::one_waiter);
    mutex.unlock();
    EXPECT_EQ(mutex.state(), bits::waking | bits::one_waiter);
}

TYPED_TEST(WithStateWord, KeepsTheNextThreadAwakeInsteadOfOverflowingIntoNothing) {
    constexpr std::uint32_t full = bits::max_waiters * bits::one_waiter;
    TypeParam mutex(bits::owned | full);
    std::atomic<bool> entered{false};
    tally spent;
    std::jthread one_more([&] {
        mutex.lock();
        entered = true;
        spent = this_thread_tally();
        mutex.unlock();
    });
    testing::let_others_run();
    EXPECT_EQ(mutex.state(), bits::owned | full) << "it must not count itself in";
    EXPECT_FALSE(entered);

    // unlock() claims one of the waiters that the test has made up, so a phantom must play that waiter. The phantom
    // never says that it is awake. So the second unlock() claims nobody, unless the type has no wake bit. The first
    // unlock() claims nobody if the next owner was quick: it has left the claim to that owner.
    constexpr std::uint32_t most = std::is_same_v<TypeParam, no_wake_bit_mutex> ? 2 : 1;
    std::jthread phantom([&] {
        for (std::uint32_t turn = 0; turn < most; ++turn) lab02::default_event.wait(&mutex);
    });
    mutex.unlock();
    one_more.join();
    std::uint32_t const claimed = bits::max_waiters - bits::waiters(mutex.state());
    for (std::uint32_t turn = claimed; turn < most; ++turn) lab02::default_event.release(&mutex);
    phantom.join();
    EXPECT_TRUE(entered);
    EXPECT_EQ(spent.waits, 0u);
    EXPECT_GE(claimed, 1u);
    EXPECT_EQ(mutex.state(), (most == 1 ? bits::waking : 0) | (full - claimed * bits::one_waiter));
}

// Its count has 15 bits; nothing gives it a state but this. Its owner's byte comes first, then the sleepers'.
TEST(AsymmetricMutex, KeepsTheNextThreadAwakeWhenItsCountIsFull) {
    constexpr std::uint16_t full = 0xFFFE;
    asymmetric_mutex mutex;
    auto* const sleepers = reinterpret_cast<std::atomic<std::uint16_t>*>(&mutex) + 1;
    mutex.lock();
    ASSERT_EQ(sleepers->load(), 0);
    sleepers->store(full);
    tally spent;
    std::jthread one_more([&] {
        mutex.lock();
        spent = this_thread_tally();
        mutex.unlock();
    });
    testing::let_others_run();
    EXPECT_EQ(sleepers->load(), full) << "it must not count itself in";
    // unlock() claims a waiter that the test has made up, so a phantom must play that waiter.
    std::jthread phantom([&] { lab02::default_event.wait(&mutex); });
    mutex.unlock();
    phantom.join();
    one_more.join();
    EXPECT_EQ(spent.waits, 0u);
    EXPECT_EQ(sleepers->load(), full - 2 + 1) << "one claimed, and on its way";
}

TEST(ArticleMutex, ExcludesAndWakesWhenNothingCollides) {
    article_mutex mutex;
    mutex.lock();
    EXPECT_EQ(mutex.state(), bits::owned);
    mutex.unlock();
    EXPECT_TRUE(mutex.try_lock());
    EXPECT_FALSE(mutex.try_lock());
    std::atomic<bool> entered{false};
    std::jthread waiter([&] {
        mutex.lock();
        EXPECT_EQ(mutex.state(), bits::owned); // after a sleep, too
        entered = true;
        mutex.unlock();
    });
    testing::wait_until_true([&] { return bits::waiters(mutex.state()) == 1; });
    testing::let_others_run(); // nothing of the waiter's is on its way any more
    EXPECT_FALSE(entered);
    mutex.unlock();
    waiter.join();
    EXPECT_TRUE(entered);
    EXPECT_EQ(mutex.state(), 0u);
}

} // namespace
} // namespace kev::lab03
