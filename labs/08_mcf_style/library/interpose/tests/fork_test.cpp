// fork() while other threads are in the middle of a call, and while an object is made anew in the child.
#include "early_library.hpp"
#include "posix_helpers.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

namespace {

using namespace kev::interpose_tests;

bool is_libc() {
    return std::string(std::getenv("KEV_LOCK")) == "libc";
}

struct kind_of_object {
    char const* name;
    std::size_t bytes_of_its_word;
    int (*use)(void* object);
};

constexpr std::array kinds{
    kind_of_object{"mutex", 16,
                   [](void* object) {
                       auto* const mutex = static_cast<pthread_mutex_t*>(object);
                       return pthread_mutex_lock(mutex) + pthread_mutex_unlock(mutex);
                   }},
    kind_of_object{"rwlock", 8,
                   [](void* object) {
                       auto* const lock = static_cast<pthread_rwlock_t*>(object);
                       return pthread_rwlock_wrlock(lock) + pthread_rwlock_unlock(lock);
                   }},
    kind_of_object{"rwlock as a reader", 8,
                   [](void* object) {
                       auto* const lock = static_cast<pthread_rwlock_t*>(object);
                       return pthread_rwlock_rdlock(lock) + pthread_rwlock_unlock(lock);
                   }},
    kind_of_object{"semaphore", 8,
                   [](void* object) {
                       auto* const semaphore = static_cast<sem_t*>(object);
                       return sem_post(semaphore) + sem_wait(semaphore);
                   }},
    kind_of_object{
        "condition", 8,
        [](void* object) { return pthread_cond_broadcast(static_cast<pthread_cond_t*>(object)); }},
};

// In the child of a fork(): one thread uses the object for the first time, and is stopped at the object's word. The process
// forks again meanwhile. The thread does not exist in the second child, which uses the object, too.
int use_in_a_second_child(kind_of_object const& kind, object_on_two_pages& object) {
    stopping = &object;
    signal(SIGSEGV, stop_here);
    object.stop_calls();
    int result = -1;
    std::thread user([&] { result = kind.use(object.get()); });
    // A condition that no thread waits for is not written.
    for (int i = 0; i < 1000 && !is_stopped; ++i) usleep(1000);
    int const in_second_child = status_of_child([&] {
        object.let_calls_go_on();
        return kind.use(object.get());
    });
    may_go_on = true;
    user.join();
    return result == 0 ? in_second_child : 1;
}

TEST(Fork, FindsAnObjectThatAnotherThreadMakesAnew) {
    for (kind_of_object const& kind : kinds) {
        object_on_two_pages object(kind.bytes_of_its_word);
        EXPECT_EQ(status_of_child([&] { return use_in_a_second_child(kind, object); }), 0)
            << kind.name;
    }
}

sem_t* posted_by_handler = nullptr;

void post(int) {
    sem_post(posted_by_handler);
}

void send_signal(int) {
    stopping->let_calls_go_on();
    pthread_kill(pthread_self(), SIGUSR1);
}

TEST(Fork, ASignalHandlerPostsASemaphoreThatItsThreadMakesAnew) {
    object_on_two_pages object(8);
    auto* const semaphore = static_cast<sem_t*>(object.get());
    sem_init(semaphore, 0, 0);
    int const status = status_of_child([&] {
        stopping = &object;
        posted_by_handler = semaphore;
        signal(SIGSEGV, send_signal);
        signal(SIGUSR1, post);
        object.stop_calls();
        sem_post(semaphore);
        int value = 0;
        sem_getvalue(semaphore, &value);
        return value == 2 ? 0 : 1;
    });
    EXPECT_EQ(status, 0);
}

// Threads that sleep in the early library's locks while the process forks.
class sleepers {
public:
    sleepers() {
        for (std::thread& thread : threads_)
            thread = std::thread([this] {
                while (!end_) {
                    pthread_mutex_lock(&early_mutex);
                    pthread_mutex_unlock(&early_mutex);
                    pthread_rwlock_rdlock(&early_rwlock);
                    pthread_rwlock_unlock(&early_rwlock);
                    usleep(100);
                }
            });
        for (std::thread& thread : for_a_permit_)
            thread = std::thread([] { sem_wait(&early_semaphore); });
    }
    sleepers(sleepers const&) = delete;
    sleepers& operator=(sleepers const&) = delete;
    ~sleepers() {
        end_ = true;
        for (std::thread& thread : threads_) thread.join();
        for (std::size_t i = 0; i < for_a_permit_.size(); ++i) sem_post(&early_semaphore);
        for (std::thread& thread : for_a_permit_) thread.join();
    }

private:
    std::atomic<bool> end_{false};
    std::array<std::thread, 3> threads_;
    std::array<std::thread, 2> for_a_permit_;
};

TEST(Fork, AHandlerThatWasRegisteredEarlierFindsItsLocksInOrder) {
    sleepers const others;
    early_handlers_act = true;
    for (int i = 0; i < 20; ++i) {
        int const status = status_of_child([] {
            if (sem_trywait(&early_semaphore) != 0) return 1; // the handler's permit
            if (sem_trywait(&early_semaphore) == 0) return 2;
            if (pthread_mutex_trylock(&early_mutex) != 0) return 3;
            // glibc knows the writer by its number in the system, which is another one in the child.
            if (is_libc()) return 0;
            return pthread_rwlock_tryrdlock(&early_rwlock) != 0 ? 4 : 0;
        });
        EXPECT_EQ(status, 0);
        if (status != 0) break;
    }
    early_handlers_act = false;
}

// Each object is first used again in the child of the child of the child.
TEST(Fork, AnObjectIsMadeAnewAfterSeveralForksAtOnce) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t read = PTHREAD_RWLOCK_INITIALIZER;
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < 2; ++i) pthread_rwlock_rdlock(&read);
    std::array<std::thread, 3> waiters{
        std::thread([&] { pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex); }),
        std::thread([&] { pthread_rwlock_wrlock(&read), pthread_rwlock_unlock(&read); }),
        std::thread([&] { sem_wait(&semaphore); })};
    usleep(20'000); // they wait by now, most likely
    auto const use = [&] {
        if (pthread_mutex_trylock(&mutex) != EBUSY) return 1;
        if (pthread_mutex_unlock(&mutex) != 0 || pthread_mutex_trylock(&mutex) != 0) return 2;
        if (sem_post(&semaphore) != 0 || sem_trywait(&semaphore) != 0) return 3;
        if (sem_trywait(&semaphore) == 0) return 4;
        if (is_libc()) return 0; // its writers still wait
        for (int i = 0; i < 2; ++i) {
            if (pthread_rwlock_trywrlock(&read) != EBUSY) return 5;
            if (pthread_rwlock_unlock(&read) != 0) return 6;
        }
        return pthread_rwlock_trywrlock(&read) == 0 ? 0 : 7;
    };
    EXPECT_EQ(
        status_of_child([&] { return status_of_child([&] { return status_of_child(use); }); }), 0);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; ++i) pthread_rwlock_unlock(&read);
    sem_post(&semaphore);
    for (std::thread& waiter : waiters) waiter.join();
}

// As with glibc: the child has the locks of all threads, and those of the absent ones stay owned.
TEST(Fork, ALockOfAnotherThreadStaysOwnedInTheChild) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t read = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;
    std::atomic<bool> owned{false};
    std::atomic<bool> may_end{false};
    std::thread owner([&] {
        pthread_mutex_lock(&mutex);
        pthread_rwlock_rdlock(&read);
        pthread_rwlock_wrlock(&written);
        owned = true;
        while (!may_end) usleep(100);
        pthread_mutex_unlock(&mutex);
        pthread_rwlock_unlock(&read);
        pthread_rwlock_unlock(&written);
    });
    while (!owned) std::this_thread::yield();
    EXPECT_EQ(status_of_child([&] {
                  if (pthread_mutex_trylock(&mutex) != EBUSY) return 1;
                  if (pthread_rwlock_tryrdlock(&read) != 0) return 2;
                  if (pthread_rwlock_unlock(&read) != 0) return 2;
                  if (pthread_rwlock_trywrlock(&read) != EBUSY) return 3;
                  if (pthread_rwlock_tryrdlock(&written) != EBUSY) return 4;
                  return pthread_rwlock_trywrlock(&written) != EBUSY ? 5 : 0;
              }),
              0);
    may_end = true;
    owner.join();
}

TEST(Fork, TheChildKeepsTheDepthAndTheKindOfItsMutexes) {
    pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    run_thread([&] { // not by the thread that begins main()
        for (int i = 0; i < 3; ++i) pthread_mutex_lock(&recursive);
        pthread_mutex_lock(&checked);
        EXPECT_EQ(status_of_child([&] {
                      int from_another = 0;
                      run_thread([&] { from_another = pthread_mutex_unlock(&checked); });
                      if (from_another != EPERM) return 1;
                      // glibc knows the owner by its number in the system.
                      if (is_libc()) return 0;
                      if (pthread_mutex_lock(&checked) != EDEADLK) return 2;
                      if (pthread_mutex_unlock(&checked) != 0) return 3;
                      if (pthread_mutex_unlock(&checked) != EPERM) return 4;
                      for (int i = 0; i < 3; ++i) {
                          run_thread([&] { from_another = pthread_mutex_trylock(&recursive); });
                          if (from_another != EBUSY || pthread_mutex_unlock(&recursive) != 0)
                              return 5;
                      }
                      return pthread_mutex_unlock(&recursive) == EPERM ? 0 : 6;
                  }),
                  0);
    });
}

// Threads that wait for a condition and signal it, while the process forks. The child has the word of the condition.
TEST(Fork, TheChildUsesAConditionThatThreadsOfTheParentUse) {
    if (is_libc()) GTEST_SKIP() << "in glibc's child a notifier waits for the absent waiters";
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    std::atomic<bool> end{false};
    std::array<std::thread, 3> threads;
    for (std::thread& thread : threads)
        thread = std::thread([&] {
            while (!end) {
                pthread_mutex_lock(&mutex);
                timespec const soon = in_milliseconds(CLOCK_REALTIME, 1);
                pthread_cond_timedwait(&condition, &mutex, &soon);
                pthread_cond_signal(&condition);
                pthread_mutex_unlock(&mutex);
            }
        });
    for (int i = 0; i < 50; ++i) {
        pthread_mutex_lock(&mutex); // so that the child owns it
        int const status = status_of_child([] {
            timespec const soon = in_milliseconds(CLOCK_REALTIME, 1);
            while (pthread_cond_timedwait(&condition, &mutex, &soon) != ETIMEDOUT) {
            }
            bool ready = false;
            std::thread notifier([&] {
                pthread_mutex_lock(&mutex);
                ready = true;
                pthread_cond_broadcast(&condition);
                pthread_mutex_unlock(&mutex);
            });
            while (!ready) pthread_cond_wait(&condition, &mutex);
            pthread_mutex_unlock(&mutex);
            notifier.join();
            return 0;
        });
        pthread_mutex_unlock(&mutex);
        ASSERT_EQ(status, 0);
    }
    end = true;
    for (std::thread& thread : threads) thread.join();
}

int forks_in_handlers = 0;

void fork_once_more() {
    if (forks_in_handlers == 0) return;
    --forks_in_handlers;
    EXPECT_EQ(status_of_child([] {
                  if (pthread_mutex_trylock(&early_mutex) != 0) return 1;
                  return pthread_mutex_unlock(&early_mutex);
              }),
              0);
}

TEST(Fork, AHandlerForksOnceMore) {
    pthread_atfork(nullptr, nullptr, fork_once_more);
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    std::thread waiter([&] {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    });
    usleep(20'000); // it waits by now, most likely
    forks_in_handlers = 2;
    EXPECT_EQ(status_of_child([&] {
                  if (testing::Test::HasFailure()) return 1; // of the handlers, here
                  if (pthread_mutex_trylock(&mutex) != EBUSY) return 2;
                  pthread_mutex_unlock(&mutex);
                  return pthread_mutex_trylock(&mutex);
              }),
              0);
    forks_in_handlers = 0;
    pthread_mutex_unlock(&mutex);
    waiter.join();
}

} // namespace
