/// @file
/// The scenario of a condition variable that is destroyed by the thread that has notified.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include <kev/registration.hpp>
#include <kev/world.hpp>

namespace kev::checker {

/// One notifies with the lock owned, and then makes another object in the place: be it that nobody
/// was found, for the waiter's time was up. The constructor passes its arguments to the mutex.
template <typename Mutex, typename Condvar, bool All>
struct notifier_destroys {
    static constexpr int threads = 2;
    Mutex m;
    Condvar c;
    kev::shared<bool> gone{false, "gone"};

    explicit notifier_destroys(auto... initial) : m{initial...} {
        checker::name(m, "m");
        checker::name(c, "c");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        if (number == 2) {
            if (All)
                c.notify_all();
            else
                c.notify_one();
            std::destroy_at(&c);
            std::construct_at(&c);
            gone.write(true);
        } else if (!gone.read()) {
            bool const notified =
                c.wait_for(lock, std::chrono::seconds(1)) == std::cv_status::no_timeout;
            checker::reached(notified ? "the waiter was notified" : "the waiter gave up");
        }
    }
};

} // namespace kev::checker
