// Which functions are cancellation points by POSIX, which are not, and what a canceled waiter may still use.
#include "posix_helpers.hpp"
#include "without_unwind_tables.hpp"

#include <atomic>
#include <cerrno>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

namespace {

using namespace kev::interpose_tests;

constexpr timespec the_past{.tv_sec = 0, .tv_nsec = 0};

void unlock_mutex(void* mutex) {
    pthread_mutex_unlock(static_cast<pthread_mutex_t*>(mutex));
}

// Runs `call` in a thread that was canceled before. @return whether the call has acted on it.
template <typename Call>
bool acts_on_a_cancellation(Call call) {
    std::atomic<bool> canceled{false};
    bool returned = false;
    std::thread thread([&] {
        int state = 0;
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
        while (!canceled) std::this_thread::yield();
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
        call();
        returned = true;
    });
    pthread_cancel(thread.native_handle());
    canceled = true;
    thread.join();
    return !returned;
}

TEST(Cancellation, AWaitWhoseTimeIsUpIsACancellationPoint) {
    for (clockid_t const clock : both_clocks) {
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
        EXPECT_TRUE(acts_on_a_cancellation([&] {
            pthread_mutex_lock(&mutex);
            pthread_cleanup_push(unlock_mutex, &mutex);
            pthread_cond_clockwait(&condition, &mutex, clock, &the_past);
            pthread_cleanup_pop(1);
        }));
        EXPECT_EQ(pthread_mutex_trylock(&mutex), 0); // the cleanup has unlocked it
        pthread_mutex_unlock(&mutex);
    }
}

TEST(Cancellation, AMutexIsNoCancellationPoint) {
    for (clockid_t const clock : both_clocks) {
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        timespec const moment = in_milliseconds(clock, 20);
        pthread_mutex_lock(&mutex);
        EXPECT_FALSE(acts_on_a_cancellation(
            [&] { EXPECT_EQ(pthread_mutex_clocklock(&mutex, clock, &moment), ETIMEDOUT); }));
        pthread_mutex_unlock(&mutex);
    }
}

// A condition in memory that is unmapped as soon as POSIX allows.
struct mapped_condition {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t* condition = nullptr;
    bool is_waiting = false;

    mapped_condition() {
        void* const memory = mmap(nullptr, sizeof(pthread_cond_t), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        condition = static_cast<pthread_cond_t*>(memory);
        pthread_cond_init(condition, nullptr);
    }
    void unmap() {
        pthread_cond_destroy(condition);
        munmap(condition, sizeof(pthread_cond_t));
    }
    void wait() {
        pthread_mutex_lock(&mutex);
        pthread_cleanup_push(unlock_mutex, &mutex);
        is_waiting = true;
        pthread_cond_wait(condition, &mutex);
        pthread_cleanup_pop(1);
    }
    void lock_behind_waiter() {
        pthread_mutex_lock(&mutex);
        while (!is_waiting) {
            pthread_mutex_unlock(&mutex);
            std::this_thread::yield();
            pthread_mutex_lock(&mutex);
        }
    }
};

void* wait_in(void* argument) {
    static_cast<mapped_condition*>(argument)->wait();
    return nullptr;
}

pthread_t new_waiter(mapped_condition& here) {
    here.is_waiting = false;
    pthread_t thread{};
    pthread_create(&thread, nullptr, wait_in, &here);
    here.lock_behind_waiter();
    return thread;
}

void* result_of(pthread_t thread) {
    void* result = nullptr;
    pthread_join(thread, &result);
    return result;
}

// The waiter is woken and canceled at once. It was awake, so its condition may be destroyed.
TEST(Cancellation, AWokenWaiterDoesNotUseTheCondition) {
    for (int i = 0; i < 500; ++i) {
        mapped_condition here;
        pthread_t const waiter = new_waiter(here);
        pthread_cond_broadcast(here.condition);
        pthread_cancel(waiter);
        pthread_mutex_unlock(&here.mutex);
        here.unmap();
        result_of(waiter);
    }
}

// If the signal came to the waiter that was canceled, it goes on to the second one.
TEST(Cancellation, ACancelledWaiterKeepsNoSignal) {
    for (int i = 0; i < 500; ++i) {
        mapped_condition here;
        pthread_t const first = new_waiter(here);
        pthread_mutex_unlock(&here.mutex);
        pthread_t const second = new_waiter(here);
        pthread_cond_signal(here.condition);
        pthread_cancel(first);
        pthread_mutex_unlock(&here.mutex);
        if (result_of(first) != PTHREAD_CANCELED) pthread_cancel(second);
        result_of(second);
        here.unmap();
    }
}

void begin_once(pthread_once_t* once, void (*routine)()) {
    run_thread([&] {
        pthread_cancel(pthread_self()); // it is acted on in the routine
        pthread_once(once, routine);
    });
}

TEST(CancellationInOnce, IsUndoneInCodeWithoutUnwindTables) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    begin_once(&once, once_routine_without_tables);
    EXPECT_EQ(calls_of_once_routine(), 1);
    pthread_once(&once, once_routine_without_tables);
    EXPECT_EQ(calls_of_once_routine(), 2);
    pthread_once(&once, once_routine_without_tables);
    EXPECT_EQ(calls_of_once_routine(), 2);
}

pthread_once_t shared_once = PTHREAD_ONCE_INIT;
std::atomic<int> runs{0};
std::atomic<bool> may_end{false};

void wait_in_the_first_run() {
    if (++runs == 1)
        for (;;) pthread_testcancel();
    while (!may_end) std::this_thread::yield();
}

void* begin_shared_once(void*) {
    pthread_once(&shared_once, wait_in_the_first_run);
    return nullptr;
}

// A canceled thread undoes its attempt, and another thread begins at once. The cancellation goes on through frames with
// unwind tables meanwhile, and must not undo the second attempt: a third thread would begin beside it.
TEST(CancellationInOnce, IsUndoneOnlyOnceInCodeWithUnwindTables) {
    for (int round = 0; round < 50; ++round) {
        shared_once = PTHREAD_ONCE_INIT;
        runs = 0;
        may_end = false;
        pthread_t first{};
        pthread_create(&first, nullptr, begin_shared_once, nullptr);
        while (runs == 0) std::this_thread::yield();
        std::thread second([] {
            // The value of both libraries while nothing has begun.
            while (std::atomic_ref(shared_once).load() != PTHREAD_ONCE_INIT) continue;
            begin_shared_once(nullptr);
        });
        pthread_cancel(first);
        EXPECT_EQ(result_of(first), PTHREAD_CANCELED);
        while (runs == 1) std::this_thread::yield();
        EXPECT_NE(std::atomic_ref(shared_once).load(), PTHREAD_ONCE_INIT);
        may_end = true;
        second.join();
        EXPECT_EQ(runs, 2);
    }
}

wait_without_tables new_wait(clockid_t clock) {
    wait_without_tables wait{};
    wait.mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    wait.condition = PTHREAD_COND_INITIALIZER;
    sem_init(&wait.semaphore, 0, 0);
    wait.clock = clock;
    wait.limit = in_milliseconds(clock, 3'600'000);
    return wait;
}

TEST(CancellationInCodeWithoutUnwindTables, EndsATimedWaitForACondition) {
    for (clockid_t const clock : both_clocks) {
        wait_without_tables wait = new_wait(clock);
        pthread_t thread{};
        pthread_create(&thread, nullptr, wait_for_condition_without_tables, &wait);
        for (bool seen = false; !seen; std::this_thread::yield()) {
            pthread_mutex_lock(&wait.mutex);
            seen = wait.is_waiting;
            pthread_mutex_unlock(&wait.mutex);
        }
        pthread_cancel(thread);
        EXPECT_EQ(result_of(thread), PTHREAD_CANCELED);
        EXPECT_TRUE(wait.cleaned_up);
        EXPECT_TRUE(wait.owned_at_cleanup);
    }
}

TEST(CancellationInCodeWithoutUnwindTables, EndsATimedWaitForASemaphore) {
    for (clockid_t const clock : both_clocks) {
        wait_without_tables wait = new_wait(clock);
        pthread_t thread{};
        pthread_create(&thread, nullptr, wait_for_semaphore_without_tables, &wait);
        std::this_thread::sleep_for(std::chrono::milliseconds(5)); // it sleeps by now, most likely
        pthread_cancel(thread);
        EXPECT_EQ(result_of(thread), PTHREAD_CANCELED);
        EXPECT_TRUE(wait.cleaned_up);
        sem_post(&wait.semaphore); // no thread that is gone takes it
        EXPECT_EQ(sem_trywait(&wait.semaphore), 0);
    }
}

} // namespace
