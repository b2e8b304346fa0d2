/// @file
/// The scenario of a condition variable with time limits.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>

#include <kev/scenarios/attempts.hpp>
#include <kev/world.hpp>

namespace kev::checker {

/// One thread waits for at most a while, one as long as it takes, and one notifies: all, or one of
/// them. A timed waiter that is notified passes the notification on. So the patient waiter must
/// come through, whatever becomes of the timed one. The constructor passes its arguments to the mutex.
template <typename Condvar, typename Mutex, bool All>
struct notified_once {
    static constexpr int threads = 3;
    Mutex m;
    Condvar c;
    kev::shared<int> ready{0, "ready"};

    explicit notified_once(auto... initial) : m{initial...} {
        checker::name(m, "m");
        checker::name(c, "c");
    }

    void thread(int number) {
        if (number == 1) return wait_for_a_while();
        std::unique_lock lock(m);
        if (number == 2) return c.wait(lock, [this] { return ready.read() != 0; });
        ready.write(1);
        lock.unlock();
        if (All)
            c.notify_all();
        else
            c.notify_one();
    }

    /// Without a predicate: with one the waiter would see the change by itself, and so make up for
    /// a notification that was lost.
    void wait_for_a_while() {
        std::unique_lock lock(m);
        bool const notified = c.wait_for(lock, attempt_limit) == std::cv_status::no_timeout;
        reached(notified ? "the timed waiter was notified" : "the timed waiter gave up");
        lock.unlock();
        if (notified) c.notify_one();
    }
};

/// The description that all cases of this scenario share.
inline case_description about_notified_once(std::string id, std::string lab, std::string variant,
                                            int bound) {
    case_description about;
    about.id = std::move(id);
    about.lab = std::move(lab);
    about.variant = std::move(variant);
    about.title = "one waits for a while, one forever, one notifies";
    about.promise = "a waiter that runs out of time takes no notification with it";
    about.options.limits.preemptions = bound;
    about.options.limits.timeouts = 1;
    about.lanes = {"timed", "patient", "notifier"};
    about.must_reach = {"a wait timed out", "the timed waiter was notified",
                        "the timed waiter gave up"};
    return about;
}

} // namespace kev::checker
