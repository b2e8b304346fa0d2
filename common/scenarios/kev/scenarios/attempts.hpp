/// @file
/// The scenarios of a mutex with time limits.
#pragma once

#include <chrono>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace kev::checker {

/// The work of a thread.
enum class role {
    locks,       ///< lock, count, unlock
    locks_twice, ///< the same again
    tries,       ///< tries to lock; if it got the lock: count, unlock
};

/// The limit of an attempt. Long beside the moment for which a mutex may sleep when it is owed a
/// release.
inline constexpr std::chrono::milliseconds attempt_limit{1'000};

/// Threads that lock, and threads that only try. `Attempt` is called with the mutex, and tells
/// whether it got the lock. The constructor passes its arguments to the mutex.
template <typename Mutex, typename Attempt, role... Roles>
struct lockers_and_triers {
    static constexpr int threads = sizeof...(Roles);
    Mutex m;
    kev::shared<int> counter{0, "counter"};

    explicit lockers_and_triers(auto... initial) : m{initial...} { checker::name(m, "m"); }

    static constexpr role all[] = {Roles...};
    static constexpr int role_of(int number) { return first_like(all, number); }
    void thread(int number) {
        switch (all[number - 1]) {
        case role::locks:
            return lock_once();
        case role::locks_twice:
            lock_once();
            return lock_once();
        case role::tries:
            return try_once();
        }
    }

    void lock_once() {
        m.lock();
        count_and_unlock();
    }

    void try_once() {
        if constexpr ((... || (Roles == role::tries))) { // not every mutex can
            if (!Attempt()(m)) return reached("an attempt failed");
            reached("an attempt succeeded");
            count_and_unlock();
        }
    }

    void count_and_unlock() {
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

/// One owner keeps the lock until the attempt of another thread has ended. `Gate` is what the owner
/// waits at. A newer waiter may take the release that the attempt is owed. The threads that need
/// not wait only try, which keeps the search short.
template <typename Mutex, typename Gate>
struct patient_owner {
    static constexpr int threads = 4;
    Mutex m;
    Gate ended;

    explicit patient_owner(auto... initial) : m{initial...} {
        checker::name(m, "m");
        checker::name(ended, "ended");
    }

    void thread(int number) {
        if (number == 2) {
            if (m.try_lock_for(attempt_limit))
                m.unlock();
            else
                reached("an attempt failed");
            ended.open();
        } else if (number == 4) {
            m.lock();
            m.unlock();
        } else if (m.try_lock()) {
            if (number == 3) ended.pass();
            m.unlock();
        }
    }
};

} // namespace kev::checker
