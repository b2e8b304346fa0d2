// Moments, threads and processes as POSIX's functions want them; and objects at which calls stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <ctime>

#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kev::interpose_tests {

/// The moment that lies so many milliseconds after now, on that clock.
inline timespec in_milliseconds(clockid_t clock, long milliseconds) noexcept {
    timespec moment{};
    clock_gettime(clock, &moment);
    moment.tv_nsec += milliseconds % 1000 * 1'000'000;
    moment.tv_sec += milliseconds / 1000 + moment.tv_nsec / 1'000'000'000;
    moment.tv_nsec %= 1'000'000'000;
    return moment;
}

inline bool has_passed(clockid_t clock, timespec const& moment) noexcept {
    timespec now{};
    clock_gettime(clock, &now);
    return now.tv_sec > moment.tv_sec ||
           (now.tv_sec == moment.tv_sec && now.tv_nsec >= moment.tv_nsec);
}

/// Nanoseconds that POSIX refuses.
inline constexpr timespec no_moment_at_all{.tv_sec = 1, .tv_nsec = 1'000'000'000};

inline constexpr clockid_t both_clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC};

/// Runs `body` in a thread of POSIX and waits for its end. @return what pthread_join() gives.
template <typename Body>
void* run_thread(Body body) {
    pthread_t thread{};
    auto const start = [](void* argument) -> void* {
        (*static_cast<Body*>(argument))();
        return nullptr;
    };
    pthread_create(&thread, nullptr, start, &body);
    void* result = nullptr;
    pthread_join(thread, &result);
    return result;
}

/// Runs `body` in a child process. @return its status, or -1 if a signal has ended it.
template <typename Body>
int status_of_child(Body body) {
    pid_t const child = fork();
    if (child == 0) {
        alarm(60); // a child that hangs is ended by this signal
        _exit(body());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Objects in memory that two processes share. One has the library, the other may not.
struct shared_objects {
    pthread_mutex_t robust;
    pthread_cond_t condition;
    pthread_rwlock_t rwlock;
    sem_t semaphore;
    pthread_spinlock_t spin;
    bool ready; // the mutex guards it
};

/// An object whose first bytes, the state word, lie at the end of a page that cannot be written. A call stops there.
class object_on_two_pages {
public:
    explicit object_on_two_pages(std::size_t bytes_on_the_first) {
        page_ = mmap(nullptr, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        object_ = static_cast<char*>(page_) + size - bytes_on_the_first;
    }
    object_on_two_pages(object_on_two_pages const&) = delete;
    object_on_two_pages& operator=(object_on_two_pages const&) = delete;
    ~object_on_two_pages() { munmap(page_, 2 * size); }
    void stop_calls() { mprotect(page_, size, PROT_READ); }
    void let_calls_go_on() { mprotect(page_, size, PROT_READ | PROT_WRITE); }
    void* get() noexcept { return object_; }

private:
    static constexpr std::size_t size = 4096;
    void* page_;
    void* object_;
};

inline object_on_two_pages* stopping = nullptr;
inline std::atomic<bool> is_stopped{false};
inline std::atomic<bool> may_go_on{false};

/// For SIGSEGV: a call that comes to the page of `stopping` waits there until it may go on.
inline void stop_here(int) {
    is_stopped = true;
    while (!may_go_on) usleep(100);
    stopping->let_calls_go_on();
}

} // namespace kev::interpose_tests
