// Every condition variable, and V1 to V5.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab04/spin_lock.hpp>

#include "scenarios.hpp"

#include <memory>

namespace {

using namespace kev::checker;
using namespace kev::lab04;
using namespace kev::lab04::in_model;
using kev::lab03::fast_mutex;

// A condition variable with its mutex, its name, and how far its cases are explored in a moment: the
// bounds with two, three and four threads.
template <typename Condvar, typename Mutex>
struct subject {
    using condvar = Condvar;
    using mutex = Mutex;
    char const* name;
    int bounds[3];

    case_description about(std::string const& what, int threads) const {
        case_description one;
        one.id = std::string(name) + "/" + what;
        one.lab = "04";
        one.variant = name;
        one.options.limits.preemptions = bounds[threads - 2];
        one.decoders = {
            {"word", std::is_same_v<Mutex, queue_mutex> ? describe_queue_word : describe_word}};
        return one;
    }
};

constexpr subject<locked_condvar<>, fast_mutex> locked{"locked_condvar", {3, 2, 1}};
constexpr subject<locked_condvar<spin_lock>, fast_mutex> spinning{"spinning_condvar", {3, 2, 1}};
constexpr subject<lock_free_condvar, fast_mutex> lock_free{"lock_free_condvar", {4, 3, 2}};
constexpr subject<counting_condvar, fast_mutex> counting{"counting_condvar", {3, 2, 1}};
constexpr subject<chain_condvar, fast_mutex> chain{"chain_condvar", {3, 2, 1}};
constexpr subject<queue_condvar, queue_mutex> queue{"queue_condvar", {4, 3, 2}};

case_description about_broadcast(auto const& of, int waiters, bool owning, int stale_loads = 0) {
    std::string const count = std::to_string(waiters);
    case_description about = of.about("broadcast-" + count + (owning ? "-owning" : "") +
                                          (stale_loads > 0 ? "-weak" : ""),
                                      waiters + 1);
    about.title = count + (waiters == 1 ? " waiter" : " waiters") + ", one broadcast, the mutex " +
                  (owning ? "owned" : "free");
    about.promise = "every thread that waits for a condition goes on when it has come true";
    if (waiters == 1) about.lanes = {"waiter", "notifier"};
    if (waiters == 2) about.lanes = {"waiter 1", "waiter 2", "notifier"};
    about.must_reach = {"a waiter slept", "a release found its waiter"};
    about.options.limits.stale_loads = stale_loads;
    if (stale_loads > 0) { // then stores may come early, too, and a meeting orders nothing
        about.options.limits.early_stores = about.options.limits.stale_failures = 1;
        about.options.kernel_orders_changes = false;
    }
    return about;
}

case_description about_tickets(auto const& of) {
    case_description about = of.about("tickets", 4);
    about.title = "two wait, two others bring a ticket each and notify one";
    about.promise = "each notification wakes a waiter, if there is one";
    about.lanes = {"waiter 1", "waiter 2", "notifier 1", "notifier 2"};
    return about;
}

case_description about_again(auto const& of) {
    case_description about = of.about("again", 2);
    about.title = "a waiter that was notified waits again";
    about.promise = "a broadcast comes to its end, and is not missed";
    about.lanes = {"waiter", "notifier"};
    about.must_reach = {"the waiter waits again"};
    return about;
}

case_description about_late(auto const& of) {
    case_description about = of.about("late", 3);
    about.title = "an early waiter, a notification, a late waiter";
    about.promise = "a notification wakes a thread that waited when it was made";
    about.lanes = {"early waiter", "notifier", "late waiter"};
    about.must_reach = {"the late waiter waits"};
    return about;
}

case_description about_relay(auto const& of) {
    case_description about = of.about("relay", 3);
    about.title = "A is broadcast to its waiter, who then broadcasts B";
    about.promise = "a broadcast wakes every thread that waits when it is made";
    about.lanes = {"A's waiter", "A's notifier", "B's waiter"};
    return about;
}

case_description about_herd(auto const& of, std::string what) {
    case_description about = of.about(std::move(what), 3);
    about.title = "two waiters, one broadcast, the mutex owned";
    about.promise = "a waiter is woken when it can have the mutex";
    about.lanes = {"waiter 1", "waiter 2", "notifier"};
    return about;
}

// The same description where the finding is no mistake in the code but the limit of its idea.
case_description limit_of(case_description about, std::string id, verdict expected,
                          std::string goal = {}) {
    about.id = std::move(id);
    about.expected = expected;
    about.goal = std::move(goal);
    return about;
}

template <typename Subject>
bool add_broadcasts(Subject const& of) {
    using condvar = typename Subject::condvar;
    using mutex = typename Subject::mutex;
    return add_reference<broadcast<condvar, mutex, 2, true>>(about_broadcast(of, 2, true)) &&
           add_reference<broadcast<condvar, mutex, 2, false>>(about_broadcast(of, 2, false));
}

template <typename Subject>
bool add_all(Subject const& of) {
    using condvar = typename Subject::condvar;
    using mutex = typename Subject::mutex;
    return add_broadcasts(of) && add_reference<tickets<condvar, mutex>>(about_tickets(of)) &&
           add_reference<waits_again<condvar, mutex>>(about_again(of)) &&
           add_reference<broadcast<condvar, mutex, 1, false>>(about_broadcast(of, 1, false, 2));
}

bool const correct[] = {
    add_all(locked),
    add_all(spinning),
    add_all(counting),
    add_all(chain),
    add_reference<broadcast<chain_condvar, fast_mutex, 2, false>>(
        about_broadcast(chain, 2, false, 1)),
};

bool const first_proposals[] = {
    add_broadcasts(lock_free),
    add_cases<broadcast<lock_free_condvar, fast_mutex, 1, false>>(
        about_broadcast(lock_free, 1, false, 2),
        {{.id = "V2",
          .variant = "counts_in_late",
          .promise =
              "the thread that makes the condition true sees the waiter that found it false"}}),
    add_cases<tickets<lock_free_condvar, fast_mutex>>(
        about_tickets(lock_free), {{.id = "V1",
                                    .variant = "exchange_and_add_back",
                                    .promise = "two notifications wake two waiters"}}),
    add_cases<waits_again<lock_free_condvar, fast_mutex>>(
        [] {
            case_description about = about_again(lock_free);
            // A run that never ends is told from a long one by its steps. The reference's have 36.
            about.options.limits.steps = 44;
            return about;
        }(),
        {{.id = "V3",
          .variant = "broadcasts_until_zero",
          .expected = verdict::livelock,
          .promise = "a broadcast comes to its end"}}),
};

bool const moved[] = {
    add_broadcasts(queue),
    add_reference<broadcast<queue_condvar, queue_mutex, 1, false>>(
        about_broadcast(queue, 1, false, 2)),
    add_reference<broadcast<queue_condvar, queue_mutex, 2, false>>([] {
        case_description about = about_broadcast(queue, 2, false, 1);
        about.options.limits.preemptions = 2;
        return about;
    }()),
    add_reference<tickets<queue_condvar, queue_mutex>>(about_tickets(queue)),
    add_cases<waits_again<queue_condvar, queue_mutex>>(
        about_again(queue),
        {{.id = "V5",
          .variant = "releases_itself",
          .promise = "a waiter that gives the mutex up sleeps until it is woken"}}),
};

// V4: the state itself, and a program that is right by the standard and hangs by it.
char const taken[] = "the late waiter takes the wake-up";

bool const late[] = {
    add_reference<early_and_late<lock_free_condvar, fast_mutex, true>>(
        limit_of(about_late(lock_free), "V4", verdict::reachable, taken)),
    add_reference<early_and_late<counting_condvar, fast_mutex, true>>(
        limit_of(about_late(counting), "V4/counting", verdict::reachable, taken)),
    add_reference<early_and_late<chain_condvar, fast_mutex, false>>(about_late(chain)),
    add_reference<early_and_late<queue_condvar, queue_mutex, false>>(about_late(queue)),
    add_reference<relay<lock_free_condvar, fast_mutex>>(
        limit_of(about_relay(lock_free), "V4/relay", verdict::deadlock)),
    add_reference<relay<counting_condvar, fast_mutex>>(
        limit_of(about_relay(counting), "V4/relay-counting", verdict::deadlock)),
    add_reference<relay<locked_condvar<>, fast_mutex>>(about_relay(locked)),
    add_reference<relay<locked_condvar<spin_lock>, fast_mutex>>(about_relay(spinning)),
    add_reference<relay<chain_condvar, fast_mutex>>(about_relay(chain)),
    add_reference<relay<queue_condvar, queue_mutex>>(about_relay(queue)),
};

// Two threads wait. A third notifies both, with the mutex owned, and makes another object in the place at once.
template <typename Condvar, typename Mutex>
struct destroyed : objects<Condvar, Mutex> {
    static constexpr int threads = 3;
    kev::shared<int> waiting{0, "waiting"};
    kev::shared<bool> gone{false, "gone"};

    void thread(int number) {
        std::unique_lock lock(this->m);
        if (number == 3) {
            this->c.notify_all();
            std::destroy_at(&this->c);
            std::construct_at(&this->c);
            gone.write(true);
            if (waiting.read() == 2) reached("both were notified");
        } else if (!gone.read()) {
            waiting.write(waiting.read() + 1);
            this->c.wait(lock);
        }
    }
};

case_description about_destroyed(auto const& of) {
    case_description about = of.about("destroyed", 3);
    about.title = "two wait, one notifies both and destroys the object";
    about.promise = "when all have been notified, no thread comes back to the object";
    about.lanes = {"waiter 1", "waiter 2", "notifier"};
    about.must_reach = {"both were notified"};
    return about;
}

template <typename Condvar, typename Mutex>
bool add_destroyed(subject<Condvar, Mutex> const& of) {
    return add_reference<destroyed<Condvar, Mutex>>(about_destroyed(of));
}

bool const destroyed_once_notified[] = {
    add_reference<destroyed<locked_condvar<>, fast_mutex>>([] {
        case_description about = about_destroyed(locked);
        // A waiter on its way to sleep may still wake a thread in the inner unlock(). Then it meets the notifier. Only
        // this meeting tells the notifier that the unlock() is over.
        about.options.meetings_order_memory = true;
        return about;
    }()),
    add_destroyed(spinning),
    add_destroyed(lock_free),
    add_destroyed(counting),
    add_destroyed(chain),
    add_destroyed(queue),
};

// Two runs that the lesson draws, and the proof that the second shows all that can happen.
char const once[] = "both are through, and have slept once";

bool const herds[] = {
    add_reference<herd<locked_condvar<>, fast_mutex, false>>(limit_of(
        about_herd(locked, ""), "herd", verdict::reachable, "both are woken, and sleep again")),
    add_reference<herd<queue_condvar, queue_mutex, false>>(
        limit_of(about_herd(queue, ""), "requeue", verdict::reachable, once)),
    add_reference<herd<queue_condvar, queue_mutex, true>>([] {
        case_description about = about_herd(queue, "once");
        about.must_reach = {once};
        return about;
    }()),
};

} // namespace
