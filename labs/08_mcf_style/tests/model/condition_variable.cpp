// The condition variable for use, with the mutex for use: a notification is not lost with a waiter that
// leaves.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>

#include "attempts.hpp"

#include <mutex>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

// One waits for at most a while, one as long as it takes, one notifies one of them or both. Whoever is
// notified passes it on. So the patient one must come through, whatever becomes of the other.
template <bool All>
struct notified_once {
    static constexpr int threads = 3;
    run_seats seats;
    kev::lab08::mutex m{15 * kev::lab08::word::one_failure}; // nobody spins: fewer runs
    kev::lab08::condition_variable c;
    kev::shared<int> ready{0, "ready"};

    notified_once() {
        name(m, "m");
        name(c, "c");
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

    // Without a predicate: it must not see the change by itself and so make up for what was lost.
    void wait_for_a_while() {
        std::unique_lock lock(m);
        bool const notified = c.wait_for(lock, limit) == std::cv_status::no_timeout;
        reached(notified ? "the timed waiter was notified" : "the timed waiter gave up");
        lock.unlock();
        if (notified) c.notify_one();
    }
};

template <bool All>
bool add(char const* id) {
    case_description about =
        about_attempts(id, "one waits for a while, one for ever, one notifies", 2);
    about.variant = "condition_variable";
    about.promise = "a waiter that runs out of time takes no notification with it";
    about.options.limits.timeouts = 1;
    about.lanes = {"timed", "patient", "notifier"};
    about.must_reach = {"a wait timed out", "the timed waiter was notified",
                        "the timed waiter gave up"};
    return add_reference<notified_once<All>>(std::move(about));
}

bool const registered[] = {add<false>("condition_variable/one"),
                           add<true>("condition_variable/all")};

} // namespace
