// The set around the mutex, each type with its peers.
#pragma once

#include <kev/bench/optional_locks.hpp>
#include <kev/bench/system_condvars.hpp>
#include <kev/bench/system_set.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/event.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/recursive_mutex.hpp>
#include <kev/lab08/semaphore.hpp>
#include <kev/lab08/shared_mutex.hpp>

#include <mutex>

namespace kev::bench {

template <typename Visitor>
void for_each_shared_lock(Visitor visit) {
    visit.template operator()<lab08::shared_mutex>("shared_mutex");
    for_each_system_shared_lock(visit);
    for_each_optional_shared_lock(visit);
}

template <typename Visitor>
void for_each_semaphore(Visitor visit) {
    visit.template operator()<lab08::counting_semaphore<>>("counting_semaphore");
    for_each_system_semaphore(visit);
}

template <typename Visitor>
void for_each_recursive_lock(Visitor visit) {
    visit.template operator()<lab08::recursive_mutex>("recursive_mutex");
    for_each_system_recursive_lock(visit);
}

template <typename Visitor>
void for_each_timed_lock(Visitor visit) {
    visit.template operator()<lab08::mutex>("timed_mutex");
    for_each_system_timed_lock(visit);
}

template <typename Visitor>
void for_each_condvar(Visitor visit) {
    visit.template operator()<lab08::condition_variable, lab08::mutex>("condition_variable");
    for_each_system_condvar(visit);
}

// An event as a program makes it that has none: a mutex, a condition variable, a bool.
template <typename Condvar, typename Mutex>
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
    Mutex mutex_;
    Condvar changed_;
    bool is_set_ = false;
};

template <typename Visitor>
void for_each_event(Visitor visit) {
    visit.template operator()<lab08::event>("event");
    for_each_condvar([&]<typename Condvar, typename Mutex>(auto name) {
        visit.template operator()<event_of<Condvar, Mutex>>(name);
    });
}

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
