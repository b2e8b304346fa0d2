// Moments and threads as POSIX's functions want them.
#pragma once

#include <ctime>

#include <pthread.h>
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

} // namespace kev::interpose_tests
