// The reports of a checked mutex about its misuse.
#include <kev/lab08/mutex.hpp>
#include <kev/library/checked_mutex.hpp>
#include <kev/library/checked_shared_mutex.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/threads.hpp>

#include <memory>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using checked_recursive_mutex = basic_recursive_mutex<checked_mutex>;

// A program that is compiled with the checks does not link with one that is compiled without.
static_assert(!std::is_same_v<checked_mutex, mutex>);
static_assert(sizeof(mutex) == 8);
static_assert(sizeof(checked_mutex) == 16);
static_assert(sizeof(recursive_mutex) == 8 + 2 * sizeof(void*));
static_assert(sizeof(shared_mutex) == 8);

class MisuseDeathTest : public ::testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(MisuseDeathTest, ToUnlockAFreeMutexIsReported) {
    EXPECT_DEATH(
        {
            checked_mutex m;
            m.unlock();
        },
        "kev: the mutex at .* is unlocked, but it is free.*its word is 0x0000000000000000: free");
}

TEST_F(MisuseDeathTest, ToUnlockAnothersMutexIsReported) {
    EXPECT_DEATH(
        {
            checked_mutex m;
            testing::in_another_thread([&m] { m.lock(); });
            m.unlock();
        },
        "is unlocked by a thread that does not own it.*: locked");
}

TEST_F(MisuseDeathTest, ToLockOnesOwnMutexIsReported) {
    EXPECT_DEATH(
        {
            checked_mutex m;
            m.lock();
            m.lock();
        },
        "is locked again by its owner");
}

TEST_F(MisuseDeathTest, ToDestroyAMutexInWhichAThreadSleepsIsReported) {
    EXPECT_DEATH(
        {
            auto* const m = new checked_mutex;
            library::word_of(*m) = mutex_bits::locked | mutex_bits::all_failures;
            std::jthread const sleeper([m] { m->lock(); });
            testing::wait_until_true([m] { return mutex_bits::counts::sleeping(m->state()) != 0; });
            delete m;
        },
        "is destroyed, but threads sleep in it.*: locked, 1 sleeping, 15 failures");
}

TEST_F(MisuseDeathTest, ToUnlockARecursiveMutexOnceTooOftenIsReported) {
    EXPECT_DEATH(
        {
            checked_recursive_mutex m;
            m.lock();
            m.lock();
            m.unlock();
            m.unlock();
            m.unlock();
        },
        "the mutex at .* is unlocked by a thread that does not own it.*: free");
}

TEST_F(MisuseDeathTest, ToUnlockAnothersRecursiveMutexIsReported) {
    EXPECT_DEATH(
        {
            checked_recursive_mutex m;
            testing::in_another_thread([&m] {
                m.lock();
                m.lock();
            });
            m.unlock();
        },
        "is unlocked by a thread that does not own it.*: locked");
}

TEST_F(MisuseDeathTest, ToUnlockASharedMutexThatHasNoWriterIsReported) {
    EXPECT_DEATH(
        {
            checked_shared_mutex m;
            m.lock_shared();
            m.unlock();
        },
        "the shared_mutex at .* is unlocked, but no writer is inside.*: 1 reader");
}

TEST_F(MisuseDeathTest, ToUnlockTheSharedMutexOfAnotherWriterIsReported) {
    EXPECT_DEATH(
        {
            checked_shared_mutex m;
            testing::in_another_thread([&m] { m.lock(); });
            m.unlock();
        },
        "is unlocked by a thread that is not its writer");
}

TEST_F(MisuseDeathTest, ToLeaveASharedMutexAsOneReaderTooManyIsReported) {
    EXPECT_DEATH(
        {
            checked_shared_mutex m;
            m.lock();
            m.unlock_shared();
        },
        "is unlocked by a reader, but no reader is inside.*: a writer");
}

TEST_F(MisuseDeathTest, ToLockOnesOwnSharedMutexIsReported) {
    EXPECT_DEATH(
        {
            checked_shared_mutex m;
            m.lock();
            m.lock_shared();
        },
        "is locked again by its writer");
}

TEST_F(MisuseDeathTest, ToDestroyASharedMutexInWhichAThreadSleepsIsReported) {
    EXPECT_DEATH(
        {
            auto* const m = new checked_shared_mutex;
            m->lock();
            std::jthread const sleeper([m] { m->lock_shared(); });
            testing::wait_until_true(
                [m] { return shared_bits::sleeping_readers(m->state()) != 0; });
            delete m;
        },
        "is destroyed, but threads sleep in it.*: a writer, 1 reader asleep");
}

TEST(Checks, SayNothingOfAMutexThatIsUsedAsItShouldBe) {
    auto const m = std::make_unique<checked_mutex>();
    int counter = 0;
    testing::run_threads(4, [&](int) {
        for (int turn = 0; turn < 2'000; ++turn) {
            m->lock();
            ++counter;
            if (turn % 16 == 0) kev::yield();
            m->unlock();
            if (m->try_lock_for(std::chrono::microseconds(turn % 8))) m->unlock();
        }
    });
    EXPECT_EQ(counter, 8'000);
    EXPECT_TRUE(m->try_lock());
    EXPECT_FALSE(m->try_lock()) << "to try is no misuse";
    m->unlock();
}

TEST(Checks, SayNothingOfASharedMutexThatIsUsedAsItShouldBe) {
    checked_shared_mutex m;
    int counter = 0;
    testing::run_threads(4, [&](int index) {
        for (int turn = 0; turn < 2'000; ++turn) {
            if (index == 0) {
                m.lock();
                ++counter;
                m.unlock();
            } else {
                m.lock_shared();
                if (turn % 16 == 0) kev::yield();
                m.unlock_shared();
            }
        }
    });
    EXPECT_EQ(counter, 2'000);
}

} // namespace
} // namespace kev::lab08
