// The rules of POSIX for mutexes. The library behind pthread's names must keep them.
#include "posix_helpers.hpp"

#include <cerrno>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

namespace {

using namespace kev::interpose_tests;

class made_mutex {
public:
    explicit made_mutex(int type) {
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes, type);
        pthread_mutex_init(&mutex_, &attributes);
        pthread_mutexattr_destroy(&attributes);
    }
    made_mutex(made_mutex const&) = delete;
    made_mutex& operator=(made_mutex const&) = delete;
    ~made_mutex() { pthread_mutex_destroy(&mutex_); }
    pthread_mutex_t* get() noexcept { return &mutex_; }

private:
    pthread_mutex_t mutex_;
};

int from_another_thread(int (*call)(pthread_mutex_t*), pthread_mutex_t* mutex) {
    int result = -1;
    run_thread([&] { result = call(mutex); });
    return result;
}

void locks_again_after_an_unlock(pthread_mutex_t* mutex) {
    EXPECT_EQ(pthread_mutex_lock(mutex), 0);
    EXPECT_EQ(from_another_thread(pthread_mutex_trylock, mutex), EBUSY);
    EXPECT_EQ(pthread_mutex_unlock(mutex), 0);
    EXPECT_EQ(pthread_mutex_trylock(mutex), 0);
    EXPECT_EQ(pthread_mutex_unlock(mutex), 0);
}

void counts_its_locks(pthread_mutex_t* mutex) {
    EXPECT_EQ(pthread_mutex_lock(mutex), 0);
    EXPECT_EQ(pthread_mutex_lock(mutex), 0);
    EXPECT_EQ(pthread_mutex_trylock(mutex), 0);
    for (int left = 2; left >= 0; --left) {
        EXPECT_EQ(from_another_thread(pthread_mutex_trylock, mutex), EBUSY);
        EXPECT_EQ(pthread_mutex_unlock(mutex), 0);
    }
    EXPECT_EQ(pthread_mutex_unlock(mutex), EPERM);
}

void checks_its_owner(pthread_mutex_t* mutex) {
    EXPECT_EQ(pthread_mutex_unlock(mutex), EPERM);
    EXPECT_EQ(pthread_mutex_lock(mutex), 0);
    EXPECT_EQ(pthread_mutex_lock(mutex), EDEADLK);
    EXPECT_EQ(pthread_mutex_trylock(mutex), EBUSY);
    EXPECT_EQ(from_another_thread(pthread_mutex_unlock, mutex), EPERM);
    EXPECT_EQ(pthread_mutex_unlock(mutex), 0);
}

TEST(Interposed, TheLibraryIsInThisProcess) {
    Dl_info found{};
    ASSERT_NE(dladdr(dlsym(RTLD_DEFAULT, "pthread_mutex_lock"), &found), 0);
    EXPECT_NE(std::string(found.dli_fname).find("libkev_interpose"), std::string::npos);
}

TEST(Mutex, EachKindLocksAgainAfterAnUnlock) {
    for (int const type :
         std::initializer_list<int>{PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE,
                                    PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_ADAPTIVE_NP}) {
        made_mutex mutex(type);
        locks_again_after_an_unlock(mutex.get());
    }
}

TEST(Mutex, EachStaticInitializerMakesItsKind) {
    pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    locks_again_after_an_unlock(&normal);
    locks_again_after_an_unlock(&adaptive);
    counts_its_locks(&recursive);
    checks_its_owner(&checked);
}

TEST(Mutex, ARecursiveMutexCountsItsLocks) {
    made_mutex mutex(PTHREAD_MUTEX_RECURSIVE);
    counts_its_locks(mutex.get());
}

TEST(Mutex, AnErrorCheckingMutexChecksItsOwner) {
    made_mutex mutex(PTHREAD_MUTEX_ERRORCHECK);
    checks_its_owner(mutex.get());
}

// Undefined by POSIX for these kinds. glibc leaves the mutex free, and programs do it.
TEST(Mutex, AnUnlockTooManyLeavesTheMutexFree) {
    for (int const type : {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ADAPTIVE_NP}) {
        made_mutex mutex(type);
        EXPECT_EQ(pthread_mutex_unlock(mutex.get()), 0); // before the first lock
        locks_again_after_an_unlock(mutex.get());
        EXPECT_EQ(pthread_mutex_unlock(mutex.get()), 0);
        locks_again_after_an_unlock(mutex.get());
        timespec const moment = in_milliseconds(CLOCK_REALTIME, 10'000);
        EXPECT_EQ(pthread_mutex_timedlock(mutex.get(), &moment), 0);
        EXPECT_EQ(pthread_mutex_unlock(mutex.get()), 0);
    }
}

TEST(Mutex, AMutexInUseIsNotDestroyed) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    EXPECT_EQ(pthread_mutex_destroy(&mutex), EBUSY);
    pthread_mutex_unlock(&mutex);
    EXPECT_EQ(pthread_mutex_destroy(&mutex), 0);
    EXPECT_EQ(pthread_mutex_lock(&mutex), EINVAL);
}

TEST(Mutex, ALimitOnEitherClockPasses) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    for (clockid_t const clock : both_clocks) {
        timespec const moment = in_milliseconds(clock, 20);
        run_thread([&] { EXPECT_EQ(pthread_mutex_clocklock(&mutex, clock, &moment), ETIMEDOUT); });
        EXPECT_TRUE(has_passed(clock, moment));
    }
    timespec const moment = in_milliseconds(CLOCK_REALTIME, 20);
    run_thread([&] { EXPECT_EQ(pthread_mutex_timedlock(&mutex, &moment), ETIMEDOUT); });
    EXPECT_TRUE(has_passed(CLOCK_REALTIME, moment));
    pthread_mutex_unlock(&mutex);
}

TEST(Mutex, AnUnlockBeforeTheLimitGivesTheMutexAway) {
    for (clockid_t const clock : both_clocks) {
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&mutex);
        timespec const moment = in_milliseconds(clock, 3'600'000);
        std::thread waiter([&] {
            EXPECT_EQ(pthread_mutex_clocklock(&mutex, clock, &moment), 0);
            pthread_mutex_unlock(&mutex);
        });
        pthread_mutex_unlock(&mutex);
        waiter.join();
    }
}

TEST(Mutex, OnlyAThreadThatWouldWaitIsToldOfAWrongMoment) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    EXPECT_EQ(pthread_mutex_timedlock(&mutex, &no_moment_at_all), 0);
    run_thread([&] { EXPECT_EQ(pthread_mutex_timedlock(&mutex, &no_moment_at_all), EINVAL); });
    pthread_mutex_unlock(&mutex);
    EXPECT_EQ(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &no_moment_at_all), EINVAL);
}

TEST(Mutex, ThreadsExcludeEachOther) {
    std::mutex mutex; // the C++ library calls pthread_mutex_lock()
    std::recursive_mutex recursive;
    long plain = 0;
    auto const work = [&] {
        for (int i = 0; i < 20'000; ++i) {
            std::lock_guard const first(mutex);
            std::lock_guard const second(recursive);
            std::lock_guard const third(recursive);
            ++plain;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(plain, 80'000);
}

TEST(Mutex, AProcessSharedOrRobustMutexIsLibcs) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_t mutex;
    ASSERT_EQ(pthread_mutex_init(&mutex, &attributes), 0);
    run_thread([&] { EXPECT_EQ(pthread_mutex_lock(&mutex), 0); }); // and ends as its owner
    EXPECT_EQ(pthread_mutex_lock(&mutex), EOWNERDEAD);
    EXPECT_EQ(pthread_mutex_consistent(&mutex), 0);
    EXPECT_EQ(pthread_mutex_unlock(&mutex), 0);
    EXPECT_EQ(pthread_mutex_destroy(&mutex), 0);
}

} // namespace
