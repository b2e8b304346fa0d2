// The system's own timed locks, with one way to call all of them.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/lab05/timed_mutex.hpp>

#include <chrono>
#include <ctime>
#include <mutex>

#include <pthread.h>

namespace kev::bench {

/// POSIX's mutex by its own calls: the time limit is a moment of the calendar.
class posix_mutex {
public:
    posix_mutex() noexcept { pthread_mutex_init(&mutex_, nullptr); }
    ~posix_mutex() { pthread_mutex_destroy(&mutex_); }
    posix_mutex(posix_mutex const&) = delete;
    posix_mutex& operator=(posix_mutex const&) = delete;

    void lock() noexcept { pthread_mutex_lock(&mutex_); }
    bool try_lock() noexcept { return pthread_mutex_trylock(&mutex_) == 0; }
    void unlock() noexcept { pthread_mutex_unlock(&mutex_); }
    bool try_lock_for(std::chrono::nanoseconds interval) noexcept {
        auto const end = (std::chrono::system_clock::now() + interval).time_since_epoch();
        auto const whole = std::chrono::floor<std::chrono::seconds>(end);
        timespec moment{};
        moment.tv_sec = static_cast<std::time_t>(whole.count());
        moment.tv_nsec = static_cast<long>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(end - whole).count());
        return pthread_mutex_timedlock(&mutex_, &moment) == 0;
    }

private:
    pthread_mutex_t mutex_;
};

template <>
inline constexpr bool counts_calls<posix_mutex> = false;
template <>
inline constexpr bool counts_calls<std::timed_mutex> = false;

/// Ours and its peers.
inline constexpr candidates timed_locks{candidate<lab05::timed_mutex>{"timed_mutex"},
                                        candidate<std::timed_mutex>{"std::timed_mutex"},
                                        candidate<posix_mutex>{"pthread_mutex_timedlock"}};

} // namespace kev::bench
