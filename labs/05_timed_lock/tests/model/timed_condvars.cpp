// The timed waits of the condition variables: a notification is not lost with a waiter that leaves.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/queue_mutex.hpp>
#include <kev/lab05/timed_condvar.hpp>
#include <kev/lab05/timed_queue_condvar.hpp>

#include <kev/scenarios/notified_once.hpp>
#include <kev/scenarios/notifier_destroys.hpp>
#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace {

using namespace kev::checker;
using namespace kev::lab05;

template <typename Condvar, typename Mutex, bool All>
bool add(std::string const& name, int bound) {
    return add_reference<notified_once<Condvar, Mutex, All>>(
        about_notified_once(name + (All ? "/all" : "/one"), "05", name, bound));
}

bool const registered[] = {
    add<timed_condvar, kev::lab03::fast_mutex, false>("timed_condvar", 2),
    add<timed_condvar, kev::lab03::fast_mutex, true>("timed_condvar", 2),
    add<timed_queue_condvar, kev::lab04::queue_mutex, false>("timed_queue_condvar", 2),
    add<timed_queue_condvar, kev::lab04::queue_mutex, true>("timed_queue_condvar", 2),
};

bool const clock_goes_on =
    add_reference<notified_once<timed_condvar, kev::lab03::fast_mutex, false>>([] {
        case_description about =
            about_notified_once("timed_condvar/clock", "05", "timed_condvar", 1);
        about.title = "as timed_condvar/one; time passes between two steps";
        about.options.limits.clock_steps = 1;
        about.must_reach.push_back("time passed before a look at the clock");
        return about;
    }());

template <bool All>
using destroyed_by_the_notifier = notifier_destroys<kev::lab03::fast_mutex, timed_condvar, All>;

case_description about_destroyed_after(char const* id) {
    case_description about;
    about.id = id;
    about.lab = "05";
    about.variant = "timed_condvar";
    about.title = "one waits for a while, one notifies and destroys the object";
    about.promise = "when all are notified, no thread comes back to the object";
    about.options.limits.preemptions = 4;
    // A waiter whose time is up looks at the count and then meets its releaser. Only that meeting
    // says that the look is over.
    about.options.meetings_order_memory = true;
    about.lanes = {"waiter", "notifier"};
    about.must_reach = {"a wait timed out", "the waiter was notified", "the waiter gave up"};
    return about;
}

bool const destroyed_after[] = {
    add_reference<destroyed_by_the_notifier<false>>(
        about_destroyed_after("timed_condvar/destroyed-one")),
    add_reference<destroyed_by_the_notifier<true>>(
        about_destroyed_after("timed_condvar/destroyed-all")),
};

// The notifier notifies all waiters, destroys the object at once, makes another one in its place, and
// waits in that one itself. A waiter that leaves the first object too late takes the notifier out of
// the second one's queue. Then no notification finds the notifier.
template <int Waiters, bool All>
struct destroyed_once_notified {
    static constexpr int threads = Waiters + 1;
    kev::lab04::queue_mutex m;
    timed_queue_condvar c;
    kev::shared<int> waiting{0, "waiting"};
    kev::shared<bool> made_anew{false, "made_anew"};

    destroyed_once_notified() {
        name(m, "m");
        name(c, "c");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        number <= Waiters ? wait_for_a_while(lock) : destroy(lock);
    }

    void wait_for_a_while(std::unique_lock<kev::lab04::queue_mutex>& lock) {
        waiting.write(waiting.read() + 1);
        bool const left = c.wait_for(lock, attempt_limit) == std::cv_status::timeout;
        waiting.write(waiting.read() - 1);
        if (!made_anew.read()) return;
        reached(left ? "left in time" : "notified in time");
        c.notify_one();
    }

    void destroy(std::unique_lock<kev::lab04::queue_mutex>& lock) {
        if (waiting.read() != Waiters) return;
        if (All)
            c.notify_all();
        else
            for (int i = 0; i < Waiters; ++i) c.notify_one();
        std::destroy_at(&c);
        std::construct_at(&c);
        made_anew.write(true);
        c.wait(lock, [this] { return waiting.read() == 0; });
    }
};

case_description about_destruction(std::string id, std::string title, int bound) {
    case_description about;
    about.id = std::move(id);
    about.lab = "05";
    about.variant = "timed_queue_condvar";
    about.title = std::move(title);
    about.promise = "when all are notified, no thread comes back to the object";
    about.options.limits.preemptions = bound;
    about.options.limits.timeouts = 1;
    about.must_reach = {"a wait timed out", "left in time", "notified in time"};
    return about;
}

bool const destroyed = add_reference<destroyed_once_notified<1, true>>([] {
    case_description about =
        about_destruction("timed_queue_condvar/destroyed",
                          "one waits for a while, one notifies all and destroys the object", 3);
    about.lanes = {"waiter", "destroyer"};
    return about;
}());

bool const destroyed_one_by_one = add_reference<destroyed_once_notified<2, false>>([] {
    case_description about = about_destruction(
        "timed_queue_condvar/destroyed-one",
        "two wait for a while, one notifies each by itself and destroys the object", 2);
    about.lanes = {"waiter", "second waiter", "destroyer"};
    return about;
}());

} // namespace
