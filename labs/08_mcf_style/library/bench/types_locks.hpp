// The set around the mutex, each type with its peers.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/peers.hpp>
#include <kev/bench/system_condvars.hpp>
#include <kev/bench/system_set.hpp>
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include <chrono>
#include <mutex>

namespace kev::bench {

inline constexpr auto shared_locks = candidates{candidate<kev::shared_mutex>{"shared_mutex"}} +
                                     system_shared_locks + optional_shared_locks;

inline constexpr auto semaphores =
    candidates{candidate<kev::counting_semaphore<>>{"counting_semaphore"}} + system_semaphores;

inline constexpr auto recursive_locks =
    candidates{candidate<kev::recursive_mutex>{"recursive_mutex"}} + system_recursive_locks;

inline constexpr auto timed_locks =
    candidates{candidate<lab08::mutex>{"timed_mutex"}} + system_timed_locks + optional_timed_locks;

inline constexpr auto condvars =
    candidates{
        candidate<condvar_with<lab08::condition_variable, lab08::mutex>>{"condition_variable"}} +
    system_condvars + optional_condvars;

// An event as a program makes it that has none: a mutex, a condition variable, a bool.
template <typename Pair>
class event_of {
public:
    void set() {
        std::lock_guard const lock(mutex_);
        is_set_ = true;
        changed_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return is_set_; });
    }

private:
    typename Pair::mutex mutex_;
    typename Pair::condvar changed_;
    bool is_set_ = false;
};

template <typename Pair>
inline constexpr bool counts_calls<event_of<Pair>> = counts_calls<typename Pair::condvar>;

inline constexpr auto events =
    candidates{candidate<kev::event>{"event"}} + condvars.made_into<event_of>();

// Takes a lock with a time limit that is never reached: what the limit itself costs.
template <typename Lock>
class with_a_limit {
public:
    void lock() {
        while (!lock_.try_lock_for(std::chrono::seconds(10))) {
        }
    }
    void unlock() { lock_.unlock(); }

private:
    Lock lock_;
};

} // namespace kev::bench
