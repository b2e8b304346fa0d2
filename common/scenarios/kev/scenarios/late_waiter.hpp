/// @file
/// Scenarios in which a thread begins to wait while a notification is under way (race V4 of lab 04).
#pragma once

#include <chrono>
#include <mutex>

#include <kev/registration.hpp>
#include <kev/world.hpp>

namespace kev::checker {

/// A condition variable and its mutex. The constructor passes its arguments to the mutex.
template <typename Condvar, typename Mutex>
struct objects {
    Mutex m;
    Condvar c;

    explicit objects(auto... initial) : m{initial...} {
        checker::name(m, "m");
        checker::name(c, "c");
    }
};

/// An early waiter waits, a notifier notifies with the mutex free, and a late waiter comes when the notifier
/// has decided to notify. In the end the notifier lets the thread go that still waits.
template <typename Condvar, typename Mutex, bool LateMayTakeIt>
struct early_and_late : objects<Condvar, Mutex> {
    using objects<Condvar, Mutex>::objects;
    static constexpr int threads = 3;
    kev::shared<int> early_waits{0, "early_waits"};
    kev::shared<int> decided{0, "decided"};
    kev::shared<int> early_is_through{0};
    kev::shared<int> all_may_go{0};

    void thread(int number) {
        std::unique_lock lock(this->m);
        if (number == 1) {
            early(lock);
        } else if (number == 2) {
            notify(lock);
        } else {
            late(lock);
        }
    }

    void early(std::unique_lock<Mutex>& lock) {
        if (all_may_go.read() != 0) return;
        early_waits.write(1);
        this->c.wait(lock);
        early_is_through.write(1);
    }

    void notify(std::unique_lock<Mutex>& lock) {
        if (early_waits.read() != 0) {
            decided.write(1);
            lock.unlock();
            this->c.notify_one();
            lock.lock();
        }
        all_may_go.write(1);
        lock.unlock();
        this->c.notify_all();
    }

    void late(std::unique_lock<Mutex>& lock) {
        if (decided.read() == 0 || all_may_go.read() != 0) return;
        reached("the late waiter waits");
        this->c.wait(lock);
        if (early_is_through.read() != 0 || all_may_go.read() != 0) return;
        reached("the late waiter takes the wake-up");
        require(LateMayTakeIt, "the early waiter is the one that is woken");
    }
};

/// A program that is right by the standard. The first thread waits for A. The last waits for B, which comes
/// only when the first has seen A. They share one condition variable, so each notification is to all.
template <typename Condvar, typename Mutex>
struct relay : objects<Condvar, Mutex> {
    using objects<Condvar, Mutex>::objects;
    static constexpr int threads = 3;
    kev::shared<int> a{0, "A"};
    kev::shared<int> b{0, "B"};

    void thread(int number) {
        std::unique_lock lock(this->m);
        if (number == 2) {
            a.write(1);
            lock.unlock();
            this->c.notify_all();
            return;
        }
        this->c.wait(lock, [&] { return (number == 1 ? a : b).read() != 0; });
        if (number == 3) return;
        b.write(1);
        lock.unlock();
        this->c.notify_all();
    }
};

/// Two notifiers make the condition true and notify one, both with the mutex free. The late waiter begins
/// after one notification has returned. It waits for a while only, so that it cannot hold the run up.
template <typename Condvar, typename Mutex>
struct notified_twice : objects<Condvar, Mutex> {
    using objects<Condvar, Mutex>::objects;
    static constexpr int threads = 4;
    kev::shared<bool> ready{false, "ready"};
    kev::shared<bool> returned{false, "a notification has returned"};

    void thread(int number) {
        std::unique_lock lock(this->m);
        if (number == 1) {
            this->c.wait(lock, [&] { return ready.read(); });
        } else if (number == 4) {
            if (!returned.read()) return;
            reached("the late waiter waits");
            this->c.wait_for(lock, std::chrono::seconds(1));
        } else {
            ready.write(true);
            lock.unlock();
            this->c.notify_one();
            lock.lock();
            returned.write(true);
        }
    }
};

} // namespace kev::checker
