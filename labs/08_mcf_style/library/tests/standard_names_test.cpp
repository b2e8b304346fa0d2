// Parts of the standard library that take any lock take ours: guards, std::lock, std::condition_variable_any.
// Also the promises of the types at compile time.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lock_guard.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/threads.hpp>

#include "../../tests/testing_access.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using namespace std::chrono_literals;
using testing::run_threads;

constinit mutex global_mutex;
constinit recursive_mutex global_recursive_mutex;
constinit shared_mutex global_shared_mutex;
constinit condition_variable global_condition_variable;
constinit once_flag global_once_flag;
constinit event global_event;
constinit counting_semaphore<> global_semaphore;

template <typename T>
constexpr bool fit_for_globals =
    std::is_trivially_destructible_v<T>&& std::is_standard_layout_v<T>&&
        std::is_nothrow_default_constructible_v<T> &&
    !std::is_copy_constructible_v<T>;

static_assert(fit_for_globals<mutex> && sizeof(mutex) == 8);
static_assert(fit_for_globals<shared_mutex> && sizeof(shared_mutex) == 8);
static_assert(fit_for_globals<condition_variable> && sizeof(condition_variable) == 8);
static_assert(fit_for_globals<once_flag> && sizeof(once_flag) == 8);
static_assert(fit_for_globals<event> && sizeof(event) == 8);
static_assert(fit_for_globals<counting_semaphore<>> && sizeof(counting_semaphore<>) == 8);
static_assert(fit_for_globals<recursive_mutex> && sizeof(recursive_mutex) == 8 + 2 * sizeof(void*));

template <typename T>
class InitialState : public ::testing::Test {};
using all_types = ::testing::Types<mutex, recursive_mutex, shared_mutex, condition_variable,
                                   once_flag, event, counting_semaphore<>>;
TYPED_TEST_SUITE(InitialState, all_types);

TYPED_TEST(InitialState, IsAllBitsZero) {
    alignas(TypeParam) std::array<unsigned char, sizeof(TypeParam)> place;
    place.fill(0xAA);
    new (place.data()) TypeParam();
    for (unsigned char const byte : place) EXPECT_EQ(byte, 0);
}

// Our own guards say more to clang, and do the same.
TEST(Guards, HoldTheLockAsLongAsTheyLive) {
    shared_mutex lock;
    {
        lock_guard const alone(lock);
        EXPECT_EQ(testing_access::state(lock), shared_bits::exclusive);
    }
    EXPECT_EQ(testing_access::state(lock), 0u);
    {
        shared_lock_guard const together(lock);
        EXPECT_EQ(testing_access::state(lock), shared_bits::one_reader);
    }
    EXPECT_EQ(testing_access::state(lock), 0u);
}

template <typename Lock>
class StandardLibrary : public ::testing::Test {};
using locks = ::testing::Types<mutex, recursive_mutex, shared_mutex>;
TYPED_TEST_SUITE(StandardLibrary, locks);

TYPED_TEST(StandardLibrary, GuardsTakeTheLock) {
    TypeParam lock;
    long counter = 0; // plain
    run_threads(4, [&](int index) {
        for (int turn = 0; turn < 500; ++turn) {
            if (index == 0) {
                std::lock_guard const guard(lock);
                ++counter;
            } else if (index == 1) {
                std::unique_lock guard(lock, std::defer_lock);
                guard.lock();
                ++counter;
            } else if (index == 2) {
                std::unique_lock const guard(lock, 1h);
                ++counter;
            } else {
                std::scoped_lock const guard(lock);
                ++counter;
            }
        }
    });
    EXPECT_EQ(counter, 2'000);
}

TYPED_TEST(StandardLibrary, StdLockTakesSeveralInAnyOrderWithoutDeadlock) {
    std::array<TypeParam, 3> forks;
    long counter = 0;
    constexpr int turns = 1'000;
    run_threads(3, [&](int index) {
        auto const mine = static_cast<std::size_t>(index);
        for (int turn = 0; turn < turns; ++turn) {
            TypeParam& left = forks[mine];
            TypeParam& right = forks[(mine + 1) % 3];
            if (turn % 2 == 0) {
                std::scoped_lock const all(left, right, forks[(mine + 2) % 3]);
                ++counter;
            } else {
                std::lock(right, forks[(mine + 2) % 3], left);
                ++counter;
                for (TypeParam& fork : forks) fork.unlock();
            }
        }
    });
    EXPECT_EQ(counter, 3 * turns);
}

TYPED_TEST(StandardLibrary, ConditionVariableAnyWaitsWithTheLock) {
    TypeParam lock;
    std::condition_variable_any changed;
    int turn = 0;
    constexpr int turns = 400;
    run_threads(2, [&](int index) {
        std::unique_lock guard(lock);
        while (turn < turns) {
            changed.wait(guard, [&] { return turn >= turns || turn % 2 == index; });
            if (turn < turns) ++turn;
            changed.notify_one();
        }
    });
    EXPECT_EQ(turn, turns);
    std::unique_lock guard(lock);
    EXPECT_EQ(changed.wait_for(guard, 1ms), std::cv_status::timeout);
}

// The library has types of their own with time limits; here all have them, and go by both names.
TEST(StandardLibraryTimedNames, AreOfTheSameTypes) {
    timed_mutex plain;
    recursive_timed_mutex recursive;
    shared_timed_mutex shared;
    std::unique_lock<mutex> const first(plain, 1ms);
    std::unique_lock<recursive_mutex> const second(recursive, 1ms);
    std::unique_lock<shared_mutex> const third(shared, 1ms);
    EXPECT_TRUE(first && second && third);
}

TEST(StandardLibrarySharedLock, TakesTheSharedMutexWithAndWithoutLimits) {
    shared_mutex lock;
    std::shared_lock first(lock);
    std::shared_lock const second(lock, std::try_to_lock);
    std::shared_lock const third(lock, 1ms);
    EXPECT_TRUE(first && second && third);
    std::thread([&] {
        std::unique_lock const alone(lock, 1ms);
        EXPECT_FALSE(alone);
    }).join();
}

TEST(StandardLibrarySharedLock, OfTheConditionVariableWaitsAsAReader) {
    shared_mutex lock;
    condition_variable changed;
    bool ready = false;
    run_threads(3, [&](int index) {
        if (index == 0) {
            testing::let_others_run();
            std::lock_guard const alone(lock);
            ready = true;
            changed.notify_all();
        } else {
            std::shared_lock shared(lock);
            changed.wait(shared, [&] { return ready; });
            EXPECT_TRUE(shared.owns_lock());
        }
    });
    EXPECT_EQ(testing_access::state(lock), 0u);
}

bool use_all_globals() {
    std::scoped_lock const all(global_mutex, global_recursive_mutex, global_shared_mutex);
    global_condition_variable.notify_all();
    call_once(global_once_flag, [] { global_event.set(); });
    global_semaphore.release();
    return global_semaphore.try_acquire() && global_event.is_set();
}

// Made before main() and destroyed after it.
struct user_of_globals {
    bool const worked_before_main = use_all_globals();
    bool tells_after_main = false;
    ~user_of_globals() {
        if (tells_after_main) testing::tell_parent(use_all_globals() ? "worked" : "did not work");
    }
};
user_of_globals at_both_ends;

int return_from_main() {
    at_both_ends.tells_after_main = true;
    return 0;
}
testing::child_role const role("return-from-main", return_from_main);

TEST(Globals, CanBeUsedByAnythingThatRunsBeforeAndAfterMain) {
    EXPECT_TRUE(at_both_ends.worked_before_main);
    testing::child_process child("return-from-main");
    EXPECT_EQ(child.read_line(), "worked");
    EXPECT_EQ(child.wait(), 0);
}

} // namespace
} // namespace kev::lab08
