// The rules of POSIX for condition variables: clocks, cancellation, and the mutex that a waiter gives up.
#include "posix_helpers.hpp"

#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>

namespace {

using namespace kev::interpose_tests;

struct meeting {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    bool is_waiting = false;
    bool is_over = false;
    bool owned_at_cleanup = false;

    void lock() { pthread_mutex_lock(&mutex); }
    void unlock() { pthread_mutex_unlock(&mutex); }
    /// Returns when the other thread has given the mutex up in its wait.
    void await_waiter() {
        for (bool seen = false; !seen; std::this_thread::yield()) {
            lock();
            seen = is_waiting;
            unlock();
        }
    }
    void notify() {
        lock();
        is_over = true;
        pthread_cond_signal(&condition);
        unlock();
    }
};

void note_the_owner(void* argument) {
    auto& here = *static_cast<meeting*>(argument);
    run_thread([&] { here.owned_at_cleanup = pthread_mutex_trylock(&here.mutex) == EBUSY; });
    here.unlock();
}

void* wait_for_ever(void* argument) {
    auto& here = *static_cast<meeting*>(argument);
    here.lock();
    pthread_cleanup_push(note_the_owner, argument);
    here.is_waiting = true;
    while (!here.is_over) pthread_cond_wait(&here.condition, &here.mutex);
    pthread_cleanup_pop(0);
    here.unlock();
    return nullptr;
}

TEST(Condition, ACancelledWaiterOwnsTheMutexInItsCleanup) {
    meeting here;
    pthread_t thread{};
    pthread_create(&thread, nullptr, wait_for_ever, &here);
    here.await_waiter();
    pthread_cancel(thread);
    void* result = nullptr;
    pthread_join(thread, &result);
    EXPECT_EQ(result, PTHREAD_CANCELED);
    EXPECT_TRUE(here.owned_at_cleanup);
    here.lock(); // the cleanup has unlocked it
    here.unlock();
}

TEST(Condition, ACancelledWaiterRunsTheDestructorsOfItsStack) {
    meeting here;
    bool destroyed = false;
    struct note {
        bool& destroyed;
        ~note() { destroyed = true; }
    };
    pthread_t thread{};
    std::thread waiter([&] {
        note const here_first{destroyed};
        wait_for_ever(&here);
    });
    thread = waiter.native_handle();
    here.await_waiter();
    pthread_cancel(thread);
    waiter.join();
    EXPECT_TRUE(destroyed);
}

TEST(Condition, AWaiterThatDisablesCancellationIsNotCancelled) {
    meeting here;
    std::thread waiter([&] {
        int state = 0;
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
        wait_for_ever(&here);
    });
    here.await_waiter();
    pthread_cancel(waiter.native_handle());
    here.notify();
    waiter.join();
    EXPECT_TRUE(here.is_over);
    EXPECT_FALSE(here.owned_at_cleanup);
}

TEST(Condition, EachClockEndsAWait) {
    for (clockid_t const clock : both_clocks) {
        meeting here;
        timespec const moment = in_milliseconds(clock, 20);
        here.lock();
        int result = 0;
        while (result == 0)
            result = pthread_cond_clockwait(&here.condition, &here.mutex, clock, &moment);
        EXPECT_EQ(result, ETIMEDOUT);
        EXPECT_TRUE(has_passed(clock, moment));
        here.unlock();
    }
}

TEST(Condition, ATimedWaitHasTheClockOfTheCondition) {
    for (clockid_t const clock : both_clocks) {
        meeting here;
        pthread_condattr_t attributes;
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, clock);
        pthread_cond_init(&here.condition, &attributes);
        timespec const moment = in_milliseconds(clock, 20);
        here.lock();
        int result = 0;
        while (result == 0) result = pthread_cond_timedwait(&here.condition, &here.mutex, &moment);
        EXPECT_EQ(result, ETIMEDOUT);
        EXPECT_TRUE(has_passed(clock, moment));
        here.unlock();
        EXPECT_EQ(pthread_cond_destroy(&here.condition), 0);
    }
}

TEST(Condition, AWrongMomentIsRefusedAndTheMutexStaysOwned) {
    meeting here;
    here.lock();
    EXPECT_EQ(pthread_cond_timedwait(&here.condition, &here.mutex, &no_moment_at_all), EINVAL);
    run_thread([&] { EXPECT_EQ(pthread_mutex_trylock(&here.mutex), EBUSY); });
    here.unlock();
}

TEST(Condition, ANotificationComesBeforeTheLimit) {
    meeting here;
    std::thread waiter([&] {
        timespec const moment = in_milliseconds(CLOCK_REALTIME, 3'600'000);
        here.lock();
        here.is_waiting = true;
        while (!here.is_over)
            EXPECT_EQ(pthread_cond_timedwait(&here.condition, &here.mutex, &moment), 0);
        here.unlock();
    });
    here.await_waiter();
    here.notify();
    waiter.join();
}

TEST(Condition, AnErrorCheckingMutexHasToBeOwned) {
    pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    EXPECT_EQ(pthread_cond_wait(&condition, &mutex), EPERM);
}

// Mutexes that are libc's.
class passed_on_mutex {
public:
    explicit passed_on_mutex(bool robust) {
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
        if (robust) pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
        pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
        pthread_mutex_init(&mutex_, &attributes);
    }
    passed_on_mutex(passed_on_mutex const&) = delete;
    passed_on_mutex& operator=(passed_on_mutex const&) = delete;
    ~passed_on_mutex() { pthread_mutex_destroy(&mutex_); }
    pthread_mutex_t* get() noexcept { return &mutex_; }

private:
    pthread_mutex_t mutex_;
};

TEST(Condition, AMutexThatIsLibcsHasToBeOwned) {
    timespec const past{.tv_sec = 0, .tv_nsec = 0};
    for (bool const robust : {false, true}) {
        passed_on_mutex mutex(robust);
        pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
        EXPECT_EQ(pthread_cond_wait(&condition, mutex.get()), EPERM);
        EXPECT_EQ(pthread_cond_timedwait(&condition, mutex.get(), &past), EPERM);
        EXPECT_EQ(pthread_mutex_trylock(mutex.get()), 0); // no wait has taken it
        EXPECT_EQ(pthread_mutex_unlock(mutex.get()), 0);
    }
}

TEST(Condition, AWaiterIsToldThatTheOwnerOfItsMutexHasDied) {
    passed_on_mutex mutex(true);
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(mutex.get());
    std::thread owner([&] {
        pthread_mutex_lock(mutex.get()); // given up by the wait below
        pthread_cond_signal(&condition);
    });
    EXPECT_EQ(pthread_cond_wait(&condition, mutex.get()), EOWNERDEAD);
    owner.join();
    EXPECT_EQ(pthread_mutex_consistent(mutex.get()), 0);
    EXPECT_EQ(pthread_mutex_unlock(mutex.get()), 0);
    EXPECT_EQ(pthread_mutex_lock(mutex.get()), 0);
    EXPECT_EQ(pthread_mutex_unlock(mutex.get()), 0);
}

TEST(Condition, AProcessSharedConditionIsLibcs) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_cond_t condition;
    ASSERT_EQ(pthread_cond_init(&condition, &attributes), 0);
    pthread_mutexattr_t of_mutex;
    pthread_mutexattr_init(&of_mutex);
    pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, &of_mutex);
    pthread_mutex_lock(&mutex);
    timespec const moment = in_milliseconds(CLOCK_REALTIME, 20);
    EXPECT_EQ(pthread_cond_timedwait(&condition, &mutex, &moment), ETIMEDOUT);
    EXPECT_EQ(pthread_mutex_unlock(&mutex), 0);
    EXPECT_EQ(pthread_cond_destroy(&condition), 0);
}

TEST(Condition, TheCppLibrarysConditionPassesABallBackAndForth) {
    std::mutex mutex;
    std::condition_variable condition;
    int ball = 0;
    auto const play = [&](int mine) {
        for (int i = 0; i < 2'000; ++i) {
            std::unique_lock lock(mutex);
            condition.wait(lock, [&] { return ball % 2 == mine; });
            ++ball;
            condition.notify_all();
        }
    };
    std::thread other(play, 1);
    play(0);
    other.join();
    EXPECT_EQ(ball, 4'000);
}

} // namespace
