// The rules of POSIX for reader/writer locks, pthread_once, semaphores and spin locks.
#include "posix_helpers.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
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

bool is_libc() {
    return std::string(std::getenv("KEV_LOCK")) == "libc";
}

// A lock with a reader inside and a writer that waits, most likely.
class read_lock_with_waiting_writer {
public:
    explicit read_lock_with_waiting_writer(int kind) {
        pthread_rwlockattr_t attributes;
        pthread_rwlockattr_init(&attributes);
        pthread_rwlockattr_setkind_np(&attributes, kind);
        pthread_rwlock_init(&lock_, &attributes);
        pthread_rwlock_rdlock(&lock_);
        writer_ = std::thread([this] {
            pthread_rwlock_wrlock(&lock_);
            written_ = true;
            pthread_rwlock_unlock(&lock_);
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    read_lock_with_waiting_writer(read_lock_with_waiting_writer const&) = delete;
    read_lock_with_waiting_writer& operator=(read_lock_with_waiting_writer const&) = delete;
    ~read_lock_with_waiting_writer() {
        EXPECT_FALSE(written_);
        pthread_rwlock_unlock(&lock_);
        writer_.join();
        EXPECT_TRUE(written_);
        EXPECT_EQ(pthread_rwlock_destroy(&lock_), 0);
    }
    pthread_rwlock_t* get() noexcept { return &lock_; }

private:
    pthread_rwlock_t lock_{};
    std::thread writer_;
    std::atomic<bool> written_{false};
};

// The first reader may wait for the second one, which waits here for nothing.
TEST(ReadWriteLock, AReaderComesInBesideAnotherThoughAWriterWaits) {
    for (int const kind : {PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP}) {
        read_lock_with_waiting_writer here(kind);
        run_thread([&] {
            EXPECT_EQ(pthread_rwlock_rdlock(here.get()), 0);
            EXPECT_EQ(pthread_rwlock_tryrdlock(here.get()), 0);
            timespec const soon = in_milliseconds(CLOCK_REALTIME, 10'000);
            EXPECT_EQ(pthread_rwlock_timedrdlock(here.get(), &soon), 0);
            for (int i = 0; i < 3; ++i) EXPECT_EQ(pthread_rwlock_unlock(here.get()), 0);
        });
    }
}

TEST(ReadWriteLock, AStaticInitializerAsksForWritersFirst) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    pthread_rwlock_rdlock(&lock);
    std::thread writer([&] {
        pthread_rwlock_wrlock(&lock);
        pthread_rwlock_unlock(&lock);
    });
    int seen = 0;
    while (seen != EBUSY) // the writer comes
        run_thread([&] {
            seen = pthread_rwlock_tryrdlock(&lock);
            if (seen == 0) pthread_rwlock_unlock(&lock);
        });
    pthread_rwlock_unlock(&lock);
    writer.join();
    EXPECT_EQ(pthread_rwlock_tryrdlock(&lock), 0);
}

TEST(ReadWriteLock, AWaitingWriterKeepsReadersOutIfTheProgramAsksForIt) {
    read_lock_with_waiting_writer here(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    run_thread([&] {
        EXPECT_EQ(pthread_rwlock_tryrdlock(here.get()), EBUSY);
        timespec const soon = in_milliseconds(CLOCK_REALTIME, 20);
        EXPECT_EQ(pthread_rwlock_timedrdlock(here.get(), &soon), ETIMEDOUT);
    });
}

// Undefined by POSIX, and done by programs. Nothing of the old lock may be left in the thread.
TEST(ReadWriteLock, AReaderOfALockThatIsMadeAnewReadsTheNewOne) {
    for (bool const by_init : {true, false}) {
        pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
        pthread_rwlock_rdlock(&lock);
        if (by_init) {
            pthread_rwlock_destroy(&lock);
            pthread_rwlock_init(&lock, nullptr);
        } else {
            lock = PTHREAD_RWLOCK_INITIALIZER; // the memory is another lock's now
        }
        EXPECT_EQ(pthread_rwlock_rdlock(&lock), 0);
        run_thread([&] { EXPECT_EQ(pthread_rwlock_trywrlock(&lock), EBUSY); });
        EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
        run_thread([&] {
            EXPECT_EQ(pthread_rwlock_trywrlock(&lock), 0);
            pthread_rwlock_unlock(&lock);
        });
    }
}

TEST(ReadWriteLock, AnUnlockTooManyLeavesTheLockFree) {
    if (is_libc()) GTEST_SKIP() << "glibc's lock is broken then";
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    EXPECT_EQ(pthread_rwlock_unlock(&lock), EPERM);
    EXPECT_EQ(pthread_rwlock_trywrlock(&lock), 0);
    EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
    EXPECT_EQ(pthread_rwlock_tryrdlock(&lock), 0);
}

// Readers and writers, with and without limits, in all three kinds. The writers' section excludes all others.
TEST(ReadWriteLock, WritersAreAloneWithAllWaysToComeAndLeave) {
    for (int const kind : {PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP,
                           PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP}) {
        pthread_rwlockattr_t attributes;
        pthread_rwlockattr_init(&attributes);
        pthread_rwlockattr_setkind_np(&attributes, kind);
        pthread_rwlock_t lock;
        pthread_rwlock_init(&lock, &attributes);
        std::atomic<int> readers{0};
        int writers = 0; // plain: the lock protects it
        std::atomic<int> wrong{0};
        std::atomic<int> timed_out{0};
        auto const read = [&](int error) {
            if (error != 0) return void(++timed_out);
            ++readers;
            if (writers != 0) ++wrong;
            std::this_thread::yield();
            --readers;
            pthread_rwlock_unlock(&lock);
        };
        auto const write = [&](int error) {
            if (error != 0) return void(++timed_out);
            if (++writers != 1 || readers != 0) ++wrong;
            std::this_thread::yield();
            if (readers != 0) ++wrong;
            --writers;
            pthread_rwlock_unlock(&lock);
        };
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 6; ++thread)
            threads.emplace_back([&, thread] {
                for (int turn = 0; turn < 300; ++turn) {
                    clockid_t const clock = both_clocks[turn % 2];
                    timespec soon{};
                    clock_gettime(clock, &soon); // it has passed by then, or nearly so
                    switch ((turn + thread) % 6) {
                    case 0:
                        read(pthread_rwlock_rdlock(&lock));
                        break;
                    case 1:
                        read(pthread_rwlock_clockrdlock(&lock, clock, &soon));
                        break;
                    case 2:
                        read(pthread_rwlock_tryrdlock(&lock));
                        break;
                    case 3:
                        write(pthread_rwlock_wrlock(&lock));
                        break;
                    case 4:
                        write(pthread_rwlock_clockwrlock(&lock, clock, &soon));
                        break;
                    default:
                        write(pthread_rwlock_trywrlock(&lock));
                        break;
                    }
                }
            });
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(wrong, 0);
        EXPECT_GT(timed_out, 0);
        EXPECT_EQ(pthread_rwlock_trywrlock(&lock), 0); // nothing is left in it
        pthread_rwlock_unlock(&lock);
    }
}

// Of readers alone none waits and no attempt fails, also while another reader is just coming in or leaving.
TEST(ReadWriteLock, NoAttemptOfAReaderFailsBesideReaders) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    timespec const past{.tv_sec = 0, .tv_nsec = 0};
    std::atomic<int> started{0};
    std::atomic<int> wrong{0};
    auto const read = [&] {
        ++started;
        while (started < 2) continue; // no yield: both are to go on at the same time
        for (int i = 0; i < 100'000; ++i) {
            if (pthread_rwlock_tryrdlock(&lock) != 0 || pthread_rwlock_unlock(&lock) != 0) ++wrong;
            if (pthread_rwlock_rdlock(&lock) != 0 || pthread_rwlock_unlock(&lock) != 0) ++wrong;
            if (pthread_rwlock_timedrdlock(&lock, &past) != 0 || pthread_rwlock_unlock(&lock) != 0)
                ++wrong;
        }
    };
    std::thread other(read);
    read();
    other.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(pthread_rwlock_trywrlock(&lock), 0); // nothing is left in it
}

// A reader that is just coming in, and has not got the lock yet, is no reason to refuse another one.
TEST(ReadWriteLock, NoAttemptOfAReaderFailsBesideOneThatIsComingIn) {
    object_on_two_pages object(8);
    auto* const lock = static_cast<pthread_rwlock_t*>(object.get());
    stopping = &object;
    auto* const before = signal(SIGSEGV, stop_here);
    for (bool const with_limit : {false, true}) {
        is_stopped = false;
        may_go_on = false;
        object.stop_calls();
        std::thread first([&] { EXPECT_EQ(pthread_rwlock_rdlock(lock), 0); });
        while (!is_stopped) std::this_thread::yield();
        std::thread later([] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            may_go_on = true;
        });
        timespec const past{.tv_sec = 0, .tv_nsec = 0};
        EXPECT_EQ(with_limit ? pthread_rwlock_timedrdlock(lock, &past)
                             : pthread_rwlock_tryrdlock(lock),
                  0);
        first.join();
        later.join();
        for (int i = 0; i < 2; ++i) EXPECT_EQ(pthread_rwlock_unlock(lock), 0);
        EXPECT_EQ(pthread_rwlock_trywrlock(lock), 0); // nothing is left in it
        EXPECT_EQ(pthread_rwlock_unlock(lock), 0);
    }
    signal(SIGSEGV, before);
}

// The kind lies on a page that cannot be read at first. A call that comes there meets the other reader leaving.
pthread_rwlock_t* left_lock = nullptr;
bool is_left = false; // and a writer has come in, who may destroy the lock

void leave_as_the_other_reader(int) {
    auto const page = reinterpret_cast<std::uintptr_t>(&left_lock->__data.__flags);
    mprotect(reinterpret_cast<void*>(page), 4, PROT_READ | PROT_WRITE);
    pthread_rwlock_unlock(left_lock);
    is_left = pthread_rwlock_trywrlock(left_lock) == 0;
}

TEST(ReadWriteLock, AReaderThatHasLeftUsesTheLockNoMore) {
    object_on_two_pages object(offsetof(pthread_rwlock_t, __data.__flags));
    left_lock = static_cast<pthread_rwlock_t*>(object.get());
    for (int i = 0; i < 2; ++i) EXPECT_EQ(pthread_rwlock_rdlock(left_lock), 0);
    auto* const before = signal(SIGSEGV, leave_as_the_other_reader);
    mprotect(&left_lock->__data.__flags, 4, PROT_NONE);
    EXPECT_EQ(pthread_rwlock_unlock(left_lock), 0);
    signal(SIGSEGV, before);
    EXPECT_FALSE(is_left);
}

// A reader comes in behind a writer, and the others wait for that reader.
TEST(ReadWriteLock, AllReadersComeInBehindAWriter) {
    for (int round = 0; round < 20; ++round) {
        pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
        pthread_rwlock_wrlock(&lock);
        std::atomic<int> inside{0};
        std::atomic<int> timed_out{0};
        std::vector<std::thread> readers;
        for (int i = 0; i < 4; ++i)
            readers.emplace_back([&, i] {
                timespec const soon = in_milliseconds(CLOCK_REALTIME, 2);
                if (i == round % 4 && pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT)
                    ++timed_out;
                pthread_rwlock_rdlock(&lock);
                ++inside;
                while (inside < 4) std::this_thread::yield(); // each waits for the others
                pthread_rwlock_unlock(&lock);
            });
        while (timed_out == 0) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(2)); // they wait by now, most likely
        pthread_rwlock_unlock(&lock);
        for (std::thread& reader : readers) reader.join();
        EXPECT_EQ(pthread_rwlock_trywrlock(&lock), 0); // nothing is left in it
    }
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

int exits_of_routine = 0;

void exit_first() {
    if (++exits_of_routine == 1) pthread_exit(nullptr);
}

TEST(Once, ARoutineThatExitsItsThreadIsTriedAgain) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    bool came_back = false;
    run_thread([&] {
        pthread_once(&once, exit_first);
        came_back = true;
    });
    EXPECT_FALSE(came_back);
    pthread_once(&once, exit_first);
    pthread_once(&once, exit_first);
    EXPECT_EQ(exits_of_routine, 2);
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

TEST(Semaphore, ASignalHandlerThatRestartsCallsDoesNotInterruptTheWait) {
    sem_t semaphore;
    ASSERT_EQ(sem_init(&semaphore, 0, 0), 0);
    struct sigaction action {};
    action.sa_handler = do_nothing;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
    std::atomic<int> result{1};
    std::thread waiter([&] { result = sem_wait(&semaphore); });
    for (int i = 0; i < 20; ++i) {
        pthread_kill(waiter.native_handle(), SIGALRM);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(result, 1); // it waits
    sem_post(&semaphore);
    waiter.join();
    EXPECT_EQ(result, 0);
}

// As programs do with objects in memory that they use again.
TEST(AnyObject, IsDestroyedAndMadeAnewByAnotherThread) {
    for (int round = 0; round < 100; ++round) {
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
        pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
        sem_t semaphore;
        sem_init(&semaphore, 0, 0);
        std::thread user([&] {
            pthread_mutex_lock(&mutex);
            timespec const past{.tv_sec = 1, .tv_nsec = 0};
            EXPECT_EQ(pthread_cond_timedwait(&condition, &mutex, &past), ETIMEDOUT);
            pthread_mutex_unlock(&mutex);
            for (int i = 0; i < 2; ++i) pthread_rwlock_rdlock(&lock);
            for (int i = 0; i < 2; ++i) pthread_rwlock_unlock(&lock);
            sem_post(&semaphore); // its last use of all of them
        });
        while (sem_wait(&semaphore) != 0) continue;
        EXPECT_EQ(pthread_mutex_destroy(&mutex), 0);
        EXPECT_EQ(pthread_rwlock_destroy(&lock), 0);
        EXPECT_EQ(pthread_cond_destroy(&condition), 0);
        EXPECT_EQ(sem_destroy(&semaphore), 0);
        EXPECT_EQ(pthread_mutex_init(&mutex, nullptr), 0);
        EXPECT_EQ(pthread_rwlock_init(&lock, nullptr), 0);
        EXPECT_EQ(pthread_cond_init(&condition, nullptr), 0);
        EXPECT_EQ(sem_init(&semaphore, 0, 1), 0);
        EXPECT_EQ(pthread_mutex_trylock(&mutex), 0);
        EXPECT_EQ(pthread_rwlock_trywrlock(&lock), 0);
        EXPECT_EQ(sem_trywait(&semaphore), 0);
        user.join();
    }
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

// Processes may share the lock, and one of them may not have this library. The word is 1 while glibc's lock is free, and the
// shared libc says what it holds for owned.
TEST(SpinLock, HasTheWordOfLibc) {
    void* const libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    auto* const libc_trylock =
        reinterpret_cast<int (*)(pthread_spinlock_t*)>(dlsym(libc, "pthread_spin_trylock"));
    auto* const libc_unlock =
        reinterpret_cast<int (*)(pthread_spinlock_t*)>(dlsym(libc, "pthread_spin_unlock"));
    ASSERT_NE(libc_trylock, &pthread_spin_trylock);
    pthread_spinlock_t lock;
    ASSERT_EQ(pthread_spin_init(&lock, PTHREAD_PROCESS_SHARED), 0);
    EXPECT_EQ(libc_trylock(&lock), 0);
    EXPECT_EQ(pthread_spin_trylock(&lock), EBUSY);
    EXPECT_EQ(libc_unlock(&lock), 0);
    EXPECT_EQ(pthread_spin_lock(&lock), 0);
    EXPECT_EQ(libc_trylock(&lock), EBUSY);
    EXPECT_EQ(pthread_spin_unlock(&lock), 0);
    EXPECT_EQ(libc_trylock(&lock), 0);
    dlclose(libc);
}

// glibc's own spinners take the word below zero.
TEST(SpinLock, IsNotFreeWhileTheWordIsBelowZero) {
    pthread_spinlock_t lock = -3;
    EXPECT_EQ(pthread_spin_trylock(&lock), EBUSY);
    EXPECT_LE(lock, 0);
    pthread_spin_unlock(&lock);
    EXPECT_EQ(pthread_spin_trylock(&lock), 0);
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
