// The rules of POSIX for reader/writer locks, pthread_once, semaphores and spin locks.
#include "posix_helpers.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <pthread.h>
#include <semaphore.h>

namespace {

using namespace kev::interpose_tests;

TEST(ReadWriteLock, ReadersShareAndAWriterDoesNot) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    EXPECT_EQ(pthread_rwlock_rdlock(&lock), 0);
    run_thread([&] {
        EXPECT_EQ(pthread_rwlock_trywrlock(&lock), EBUSY);
        EXPECT_EQ(pthread_rwlock_tryrdlock(&lock), 0);
        EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
    });
    EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
    EXPECT_EQ(pthread_rwlock_wrlock(&lock), 0);
    EXPECT_EQ(pthread_rwlock_wrlock(&lock), EDEADLK);
    EXPECT_EQ(pthread_rwlock_rdlock(&lock), EDEADLK);
    run_thread([&] { EXPECT_EQ(pthread_rwlock_tryrdlock(&lock), EBUSY); });
    EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
    EXPECT_EQ(pthread_rwlock_destroy(&lock), 0);
}

TEST(ReadWriteLock, AReaderLocksAgainBehindAWaitingWriter) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    std::atomic<bool> written{false};
    pthread_rwlock_rdlock(&lock);
    std::thread writer([&] {
        pthread_rwlock_wrlock(&lock);
        written = true;
        pthread_rwlock_unlock(&lock);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // the writer may wait by now
    EXPECT_EQ(pthread_rwlock_rdlock(&lock), 0);
    EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
    EXPECT_FALSE(written);
    EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
    writer.join();
    EXPECT_TRUE(written);
}

TEST(ReadWriteLock, ALimitOnEitherClockPasses) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_wrlock(&lock);
    for (clockid_t const clock : both_clocks) {
        timespec const moment = in_milliseconds(clock, 10);
        run_thread([&] {
            EXPECT_EQ(pthread_rwlock_clockrdlock(&lock, clock, &moment), ETIMEDOUT);
            EXPECT_EQ(pthread_rwlock_clockwrlock(&lock, clock, &moment), ETIMEDOUT);
            EXPECT_EQ(pthread_rwlock_timedwrlock(&lock, &no_moment_at_all), EINVAL);
        });
        EXPECT_TRUE(has_passed(clock, moment));
    }
    pthread_rwlock_unlock(&lock);
}

TEST(Once, ARoutineThatThrowsIsTriedAgain) {
    std::once_flag flag; // the C++ library calls pthread_once()
    int runs = 0;
    auto const fail_first = [&] {
        if (++runs == 1) throw std::runtime_error("the first time");
    };
    EXPECT_THROW(std::call_once(flag, fail_first), std::runtime_error);
    std::call_once(flag, fail_first);
    std::call_once(flag, fail_first);
    EXPECT_EQ(runs, 2);
}

std::atomic<int> runs_of_routine{0};

void routine() {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ++runs_of_routine;
}

TEST(Once, ThreadsWaitForTheOneThatIsAtIt) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    auto const begin = [] {
        pthread_once(&once, routine);
        EXPECT_EQ(runs_of_routine, 1);
    };
    std::thread first(begin);
    std::thread second(begin);
    begin();
    first.join();
    second.join();
}

TEST(Semaphore, CountsItsPermits) {
    sem_t semaphore;
    ASSERT_EQ(sem_init(&semaphore, 0, 1), 0);
    EXPECT_EQ(sem_wait(&semaphore), 0);
    EXPECT_EQ(sem_trywait(&semaphore), -1);
    EXPECT_EQ(errno, EAGAIN);
    EXPECT_EQ(sem_post(&semaphore), 0);
    int value = 0;
    EXPECT_EQ(sem_getvalue(&semaphore, &value), 0);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(sem_destroy(&semaphore), 0);
}

TEST(Semaphore, RefusesAPermitTooMany) {
    sem_t semaphore;
    ASSERT_EQ(sem_init(&semaphore, 0, SEM_VALUE_MAX), 0);
    EXPECT_EQ(sem_post(&semaphore), -1);
    EXPECT_EQ(errno, EOVERFLOW);
    EXPECT_EQ(sem_init(&semaphore, 0, SEM_VALUE_MAX + 1U), -1);
    EXPECT_EQ(errno, EINVAL);
}

// Two threads post at the same time, and there is room for one permit.
TEST(Semaphore, RefusesAPermitTooManyInOneOfTwoThreads) {
    constexpr int rounds = 300;
    sem_t semaphore;
    std::atomic<int> arrived{0};
    std::atomic<int> left{0};
    std::atomic<int> added{0};
    auto const post_together = [&](int round) {
        ++arrived;
        while (arrived < 2 * round) continue; // no yield: both are to go on at the same time
        if (sem_post(&semaphore) == 0) ++added;
        ++left;
    };
    auto const make_full_but_for_one = [&](int round) {
        while (left < 2 * (round - 1)) std::this_thread::yield();
        sem_init(&semaphore, 0, SEM_VALUE_MAX - 1);
    };
    std::thread other([&] {
        for (int round = 1; round <= rounds; ++round) post_together(round);
    });
    for (int round = 1; round <= rounds; ++round) {
        make_full_but_for_one(round);
        post_together(round);
    }
    other.join();
    EXPECT_EQ(added, rounds);
}

TEST(Semaphore, ALimitOnEitherClockPasses) {
    sem_t semaphore;
    ASSERT_EQ(sem_init(&semaphore, 0, 0), 0);
    for (clockid_t const clock : both_clocks) {
        timespec const moment = in_milliseconds(clock, 10);
        EXPECT_EQ(sem_clockwait(&semaphore, clock, &moment), -1);
        EXPECT_EQ(errno, ETIMEDOUT);
        EXPECT_TRUE(has_passed(clock, moment));
    }
    EXPECT_EQ(sem_timedwait(&semaphore, &no_moment_at_all), -1);
    EXPECT_EQ(errno, EINVAL);
}

sem_t posted_by_handler;

void post_permit(int) {
    sem_post(&posted_by_handler);
}

void do_nothing(int) {}

void handle_alarm(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigaction(SIGALRM, &action, nullptr);
}

// Sends the signal until the thread has left its wait: one signal could come before the wait.
template <typename Wait>
void wait_under_signals(Wait wait) {
    std::atomic<bool> done{false};
    pthread_t const waiter = pthread_self();
    std::thread sender([&] {
        while (!done) {
            pthread_kill(waiter, SIGALRM);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    wait();
    done = true;
    sender.join();
}

TEST(Semaphore, ASignalHandlerPosts) {
    ASSERT_EQ(sem_init(&posted_by_handler, 0, 0), 0);
    handle_alarm(post_permit);
    wait_under_signals([] {
        while (sem_wait(&posted_by_handler) != 0) ASSERT_EQ(errno, EINTR);
    });
}

TEST(Semaphore, ASignalHandlerInterruptsTheWait) {
    sem_t semaphore;
    ASSERT_EQ(sem_init(&semaphore, 0, 0), 0);
    handle_alarm(do_nothing);
    wait_under_signals([&] {
        EXPECT_EQ(sem_wait(&semaphore), -1);
        EXPECT_EQ(errno, EINTR);
    });
    int value = -1;
    sem_getvalue(&semaphore, &value);
    EXPECT_EQ(value, 0);
}

TEST(Semaphore, ACancelledWaiterTakesNoPermit) {
    sem_t semaphore;
    ASSERT_EQ(sem_init(&semaphore, 0, 0), 0);
    std::thread waiter([&] { sem_wait(&semaphore); });
    pthread_cancel(waiter.native_handle());
    waiter.join();
    sem_post(&semaphore);
    EXPECT_EQ(sem_trywait(&semaphore), 0);
}

TEST(SpinLock, IsTakenOnce) {
    pthread_spinlock_t lock;
    ASSERT_EQ(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE), 0);
    EXPECT_EQ(pthread_spin_lock(&lock), 0);
    EXPECT_EQ(pthread_spin_trylock(&lock), EBUSY);
    EXPECT_EQ(pthread_spin_unlock(&lock), 0);
    EXPECT_EQ(pthread_spin_trylock(&lock), 0);
    EXPECT_EQ(pthread_spin_unlock(&lock), 0);
    EXPECT_EQ(pthread_spin_destroy(&lock), 0);
}

TEST(SpinLock, ThreadsExcludeEachOther) {
    pthread_spinlock_t lock;
    ASSERT_EQ(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE), 0);
    int inside = 0; // plain: the lock protects it
    int most = 0;
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&] {
            for (int turn = 0; turn < 50; ++turn) {
                pthread_spin_lock(&lock);
                most = std::max(most, ++inside);
                std::this_thread::yield(); // the others come meanwhile
                --inside;
                pthread_spin_unlock(&lock);
            }
        });
    threads.clear(); // joins
    EXPECT_EQ(most, 1);
}

} // namespace
