// SIGKILL at any moment: nothing may be left of a program with the library. A killed process cannot clean up, so the
// library must have made nothing outside of it.
#include "posix_helpers.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace kev::interpose_tests;

constexpr int kills = 60;
constexpr int threads = 4;
constexpr int longest_microseconds =
    8000; // long enough for the threads to begin and to wait for each other

std::set<std::string> names_in(std::filesystem::path const& folder) {
    std::set<std::string> found;
    for (auto const& entry : std::filesystem::directory_iterator(folder))
        found.insert(entry.path().filename());
    return found;
}

struct locks {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
    sem_t semaphore{};
};

void* use_without_end(void* argument) {
    locks& all = *static_cast<locks*>(argument);
    for (;;) {
        pthread_mutex_lock(&all.mutex);
        timespec const soon = in_milliseconds(CLOCK_REALTIME, 1);
        pthread_cond_timedwait(&all.condition, &all.mutex, &soon);
        pthread_cond_signal(&all.condition);
        pthread_mutex_unlock(&all.mutex);
        pthread_rwlock_wrlock(&all.shared);
        pthread_rwlock_unlock(&all.shared);
        sem_post(&all.semaphore);
        sem_wait(&all.semaphore);
    }
}

// The process that is killed. Its other threads die with it, also while they hold a lock.
[[noreturn]] void live_in(std::string const& folder) {
    alarm(60); // should this test itself be killed
    if (chdir(folder.c_str()) != 0 || setenv("TMPDIR", folder.c_str(), 1) != 0) _exit(1);
    static locks all;
    sem_init(&all.semaphore, 0, 1);
    for (int i = 1; i < threads; ++i) {
        pthread_t thread{};
        if (pthread_create(&thread, nullptr, use_without_end, &all) != 0) _exit(1);
    }
    use_without_end(&all);
    _exit(1);
}

// Whether every process that inherited the pipe's end for writing is gone: only then it has an end.
bool ends(int pipe_to_read) {
    pollfd end{.fd = pipe_to_read, .events = POLLIN, .revents = 0};
    return poll(&end, 1, 60'000) == 1 && (end.revents & POLLHUP) != 0;
}

TEST(Kill, NothingIsLeftWheneverItComes) {
    std::filesystem::path const folder =
        testing::TempDir() + "kev_kill_" + std::to_string(getpid());
    std::filesystem::create_directory(folder);
    std::set<std::string> const shared_before = names_in("/dev/shm");
    unsigned const seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::minstd_rand draws(seed);
    for (int i = 0; i < kills; ++i) {
        int ends_of_pipe[2];
        ASSERT_EQ(pipe(ends_of_pipe), 0);
        pid_t const child = fork();
        if (child == 0) live_in(folder);
        close(ends_of_pipe[1]);
        std::this_thread::sleep_for(std::chrono::microseconds(draws() % longest_microseconds));
        ASSERT_EQ(kill(child, SIGKILL), 0);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
            << "it ended before the signal";
        EXPECT_TRUE(ends(ends_of_pipe[0])) << "a process of it is left";
        close(ends_of_pipe[0]);
    }
    EXPECT_EQ(names_in(folder), std::set<std::string>{}) << "a file is left";
    for (std::string const& name : names_in("/dev/shm"))
        EXPECT_TRUE(name.find("kev") == std::string::npos || shared_before.contains(name))
            << name << " is left";
    std::filesystem::remove_all(folder);
}

} // namespace
