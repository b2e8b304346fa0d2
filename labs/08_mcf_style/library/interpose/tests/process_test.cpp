// fork(), exec() and dlopen() in a program with threads, and what the library itself says.
#include "posix_helpers.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace kev::interpose_tests;

struct answer {
    std::string text;
    int status = -1;
};

answer output_of(std::string const& command) {
    answer all;
    FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
    std::array<char, 256> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) all.text += part.data();
    all.status = WEXITSTATUS(pclose(pipe));
    return all;
}

TEST(Fork, TheChildUnlocksAMutexForWhichThreadsOfTheParentWait) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    std::array<std::thread, 3> waiters;
    for (std::thread& waiter : waiters)
        waiter = std::thread([&] {
            pthread_mutex_lock(&mutex);
            pthread_mutex_unlock(&mutex);
        });
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // they wait by now, most likely
    int const status = status_of_child([&] {
        if (pthread_mutex_trylock(&mutex) == 0) return 1; // it is this thread's
        if (pthread_mutex_unlock(&mutex) != 0) return 2;
        int result = 3;
        run_thread([&] { result = pthread_mutex_lock(&mutex) + pthread_mutex_unlock(&mutex); });
        return result;
    });
    EXPECT_EQ(status, 0);
    pthread_mutex_unlock(&mutex);
    for (std::thread& waiter : waiters) waiter.join();
}

TEST(Fork, TheChildKeepsItsReadLockAndDropsTheWaitingWriter) {
    if (std::string(std::getenv("KEV_LOCK")) == "libc")
        GTEST_SKIP() << "in glibc's child the writer still waits, and no other writer can lock";
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&lock);
    std::thread writer([&] {
        pthread_rwlock_wrlock(&lock);
        pthread_rwlock_unlock(&lock);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // it waits by now, most likely
    int const status = status_of_child([&] {
        int seen = 0;
        run_thread([&] { seen = pthread_rwlock_trywrlock(&lock); });
        if (seen != EBUSY) return 1;
        pthread_rwlock_unlock(&lock);
        run_thread([&] { seen = pthread_rwlock_trywrlock(&lock); });
        return seen;
    });
    EXPECT_EQ(status, 0);
    pthread_rwlock_unlock(&lock);
    writer.join();
}

TEST(Fork, ThePermitsOfTheChildAreItsOwn) {
    sem_t semaphore;
    ASSERT_EQ(sem_init(&semaphore, 0, 0), 0);
    std::thread waiter([&] { sem_wait(&semaphore); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // it waits by now, most likely
    int const status = status_of_child([&] {
        sem_post(&semaphore);
        return sem_trywait(&semaphore);
    });
    EXPECT_EQ(status, 0);
    sem_post(&semaphore);
    waiter.join();
}

TEST(Fork, TheChildBeginsAnewWhatAThreadOfTheParentWasAt) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static std::atomic<bool> begun{false};
    static std::atomic<bool> may_end{false};
    static std::atomic<int> runs{0};
    static auto const routine = [] {
        ++runs;
        begun = true;
        while (!may_end) std::this_thread::yield();
    };
    std::thread first([] { pthread_once(&once, routine); });
    while (!begun) std::this_thread::yield();
    int const status = status_of_child([] {
        may_end = true;
        pthread_once(&once, routine);
        return runs == 2 ? 0 : 1;
    });
    EXPECT_EQ(status, 0);
    may_end = true;
    first.join();
}

TEST(Process, ALibraryThatIsLoadedLaterHasTheSameLocks) {
    void* const library = dlopen(KEV_LATE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    auto* const count_up = reinterpret_cast<int (*)()>(dlsym(library, "count_up_under_a_mutex"));
    ASSERT_NE(count_up, nullptr);
    EXPECT_EQ(count_up(), 20'000);
    EXPECT_EQ(dlclose(library), 0);
}

TEST(Process, AProgramThatIsExecutedReports) {
    answer const all = output_of("KEV_REPORT=1 " KEV_LOCKING_PROGRAM);
    EXPECT_EQ(all.status, 0) << all.text;
    std::string const lock = std::getenv("KEV_LOCK");
    EXPECT_NE(all.text.find("lock=" + lock + " "), std::string::npos) << all.text;
    if (lock != "libc") { // which makes no mutex of ours
        EXPECT_NE(all.text.find(" mutexes=1 "), std::string::npos) << all.text;
    }
    EXPECT_NE(all.text.find(" acquisitions=1000 "), std::string::npos) << all.text;
}

TEST(Process, TheReportGoesToAFileThatIsNamed) {
    std::string const file = testing::TempDir() + "kev_report_" + std::to_string(getpid());
    answer const all = output_of("KEV_REPORT=" + file + " " KEV_LOCKING_PROGRAM "; cat " + file);
    std::remove(file.c_str());
    EXPECT_NE(all.text.find(" acquisitions=1000 "), std::string::npos) << all.text;
}

TEST(Process, TheReportCountsTheWaitsThatEndedByTheirTimeLimit) {
    answer const all = output_of("KEV_REPORT=1 " KEV_LOCKING_PROGRAM " wait");
    EXPECT_EQ(all.status, 0) << all.text;
    EXPECT_NE(all.text.find(" timed_waits=1 timed_out=1 "), std::string::npos) << all.text;
}

// Objects in a file without a name, all of them for processes to share.
class shared_file {
public:
    shared_file() : file_(memfd_create("kev_shared_objects", 0)) {
        if (ftruncate(file_, sizeof(shared_objects)) != 0) return;
        void* const memory =
            mmap(nullptr, sizeof(shared_objects), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
        all_ = static_cast<shared_objects*>(memory);
        pthread_mutexattr_t of_mutex;
        pthread_mutexattr_init(&of_mutex);
        pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
        pthread_mutexattr_setrobust(&of_mutex, PTHREAD_MUTEX_ROBUST);
        pthread_mutex_init(&all_->robust, &of_mutex);
        pthread_condattr_t of_condition;
        pthread_condattr_init(&of_condition);
        pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
        pthread_cond_init(&all_->condition, &of_condition);
        pthread_rwlockattr_t of_rwlock;
        pthread_rwlockattr_init(&of_rwlock);
        pthread_rwlockattr_setpshared(&of_rwlock, PTHREAD_PROCESS_SHARED);
        pthread_rwlock_init(&all_->rwlock, &of_rwlock);
        sem_init(&all_->semaphore, 1, 0);
        pthread_spin_init(&all_->spin, PTHREAD_PROCESS_SHARED);
    }
    shared_file(shared_file const&) = delete;
    shared_file& operator=(shared_file const&) = delete;
    ~shared_file() {
        munmap(all_, sizeof(shared_objects));
        close(file_);
    }
    shared_objects& objects() noexcept { return *all_; }
    std::string number() const { return std::to_string(file_); }

private:
    int file_;
    shared_objects* all_ = nullptr;
};

TEST(Process, SharesObjectsWithAProcessWithAndWithoutTheLibrary) {
    for (std::string const begin : {"", "unset LD_PRELOAD; "}) {
        shared_file file;
        shared_objects& all = file.objects();
        pthread_spin_lock(&all.spin);
        ASSERT_EQ(pthread_mutex_lock(&all.robust), 0);
        answer other;
        std::thread starter(
            [&] { other = output_of(begin + KEV_LOCKING_PROGRAM " " + file.number()); });
        timespec const late =
            in_milliseconds(CLOCK_REALTIME, 60'000); // should the other process fail
        int result = 0;
        while (!all.ready && result == 0)
            result = pthread_cond_timedwait(&all.condition, &all.robust, &late);
        EXPECT_EQ(result, EOWNERDEAD) << begin;
        starter.join();
        EXPECT_EQ(other.status, 0) << begin << other.text;
        EXPECT_EQ(pthread_mutex_consistent(&all.robust), 0);
        EXPECT_EQ(pthread_mutex_unlock(&all.robust), 0);
        EXPECT_EQ(pthread_spin_trylock(&all.spin), 0);
        EXPECT_EQ(sem_trywait(&all.semaphore), 0);
        EXPECT_EQ(sem_trywait(&all.semaphore), -1);
        EXPECT_EQ(pthread_rwlock_trywrlock(&all.rwlock), EBUSY);
        EXPECT_EQ(pthread_rwlock_tryrdlock(&all.rwlock), 0);
    }
}

TEST(Process, WithoutTheVariableNothingIsReported) {
    answer const all = output_of(KEV_LOCKING_PROGRAM);
    EXPECT_EQ(all.status, 0);
    EXPECT_EQ(all.text, "");
}

TEST(Process, AnUnknownNameEndsTheProgramAndListsTheLocks) {
    answer const all = output_of("exec env KEV_LOCK=no_such_lock " KEV_LOCKING_PROGRAM);
    EXPECT_EQ(all.status, 2);
    EXPECT_NE(all.text.find("KEV_LOCK=no_such_lock names no lock"), std::string::npos) << all.text;
    EXPECT_NE(all.text.find(" fast_mutex "), std::string::npos) << all.text;
}

// A shared condition that looked like one of the library's would wake nobody in the other process.
TEST(Process, ALibcWhoseFlagsLieElsewhereIsRefused) {
    answer const all =
        output_of("exec env LD_PRELOAD=\"$LD_PRELOAD " KEV_OTHER_LIBC "\" " KEV_LOCKING_PROGRAM);
    if (std::string(std::getenv("KEV_LOCK")) == "libc") { // the library touches no flag
        EXPECT_EQ(all.status, 0) << all.text;
        return;
    }
    EXPECT_EQ(all.status, 2) << all.text;
    EXPECT_NE(all.text.find("keeps the flags of a pthread_cond_t elsewhere"), std::string::npos)
        << all.text;
}

} // namespace
