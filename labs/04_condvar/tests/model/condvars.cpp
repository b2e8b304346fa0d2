// Every condition variable, and V1 to V5.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab04/spin_lock.hpp>

#include "scenarios.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab04;
using namespace kev::lab04::in_model;
using kev::lab03::fast_mutex;

// A condition variable with its mutex, its name, and how far its cases can be explored in a moment.
template <typename Condvar, typename Mutex>
struct subject {
    char const* name;
    int bound;      // with two threads
    int bound_of_3; // with three
    int bound_of_4;

    case_description about(std::string const& what, std::string title, std::string promise,
                           int threads, int stale_loads = 0) const {
        case_description one;
        one.id = std::string(name) + "/" + what;
        one.lab = "04";
        one.variant = name;
        one.title = std::move(title);
        one.promise = std::move(promise);
        one.options.limits.preemptions =
            threads == 2 ? bound : (threads == 3 ? bound_of_3 : bound_of_4);
        one.options.limits.stale_loads = stale_loads;
        one.decoders = {
            {"word", std::is_same_v<Mutex, queue_mutex> ? describe_queue_word : describe_word}};
        return one;
    }
};

template <typename Condvar, typename Mutex, int Waiters, bool Owning>
bool add_broadcast(subject<Condvar, Mutex> of, int stale_loads = 0,
                   std::initializer_list<expectation> broken = {}) {
    std::string const count = std::to_string(Waiters);
    case_description about = of.about(
        "broadcast-" + count + (Owning ? "-owning" : "") + (stale_loads ? "-weak" : ""),
        count + (Waiters == 1 ? " waiter" : " waiters") + ", one broadcast, the mutex " +
            (Owning ? "owned" : "free"),
        "everybody who waits for a condition that has come true goes on", Waiters + 1, stale_loads);
    about.must_reach = {"a waiter slept", "a release found its waiter"};
    return add_cases<broadcast<Condvar, Mutex, Waiters, Owning>>(std::move(about), broken);
}

template <typename Condvar, typename Mutex>
bool add_tickets(subject<Condvar, Mutex> of, std::initializer_list<expectation> broken = {}) {
    case_description about =
        of.about("tickets", "two waiters; two others bring a ticket each and notify one",
                 "each notification wakes a waiter, if there is one", 4);
    about.lanes = {"waiter 1", "waiter 2", "bringer 1", "bringer 2"};
    return add_cases<tickets<Condvar, Mutex>>(std::move(about), broken);
}

template <typename Condvar, typename Mutex>
bool add_waits_again(subject<Condvar, Mutex> of, std::initializer_list<expectation> broken = {},
                     int most_steps = 0) {
    case_description about = of.about("again", "a waiter who is broadcast to waits again",
                                      "a broadcast comes to its end", 2);
    about.lanes = {"waiter", "notifier"};
    about.must_reach = {"the waiter waits again"};
    // A run that never ends is told from a long one by its steps: no run of the reference has more.
    if (most_steps > 0) about.options.limits.steps = most_steps;
    return add_cases<waits_again<Condvar, Mutex>>(std::move(about), broken);
}

// V4, in two forms: the state itself, and a program that hangs by it.
template <bool Possible, typename Condvar, typename Mutex>
bool add_late(subject<Condvar, Mutex> of, std::string const& id) {
    case_description about = of.about("late", "an early waiter, a notification, a late waiter",
                                      "a notification wakes one who waited when it was made", 3);
    about.lanes = {"early", "notifier", "late"};
    about.must_reach = {"the late waiter waits"};
    if (Possible) {
        about.id = id;
        about.expected = verdict::reachable;
        about.goal = "the late waiter takes the wake-up";
    }
    return add_cases<early_and_late<Condvar, Mutex, Possible>>(about);
}

template <bool Hangs, typename Condvar, typename Mutex>
bool add_relay(subject<Condvar, Mutex> of, std::string const& id) {
    case_description about =
        of.about("relay", "A is broadcast to the first, who then broadcasts B to the last",
                 "a broadcast wakes everybody who waits when it is made", 3);
    about.lanes = {"waits for A", "brings A", "waits for B"};
    if (Hangs) {
        about.id = id;
        about.expected = verdict::deadlock;
    }
    return add_cases<relay<Condvar, Mutex>>(about);
}

template <typename Condvar, typename Mutex>
bool add_herd(subject<Condvar, Mutex> of, std::string goal) {
    case_description about = of.about("herd", "two waiters, one broadcast, the mutex owned",
                                      "how often a waiter sleeps", 3);
    about.lanes = {"waiter 1", "waiter 2", "notifier"};
    about.goal = std::move(goal);
    about.expected = verdict::reachable;
    return add_cases<herd<Condvar, Mutex>>(about);
}

constexpr subject<locked_condvar<>, fast_mutex> locked{"locked_condvar", 3, 2, 1};
constexpr subject<locked_condvar<spin_lock>, fast_mutex> spinning{"spinning_condvar", 3, 2, 1};
constexpr subject<lock_free_condvar, fast_mutex> lock_free{"lock_free_condvar", 4, 3, 2};
constexpr subject<counting_condvar, fast_mutex> counting{"counting_condvar", 3, 2, 2};
constexpr subject<chain_condvar, fast_mutex> chain{"chain_condvar", 3, 2, 1};
constexpr subject<queue_condvar, queue_mutex> queue{"queue_condvar", 4, 3, 2};

template <typename Condvar, typename Mutex>
bool add_all(subject<Condvar, Mutex> of) {
    return add_broadcast<Condvar, Mutex, 1, false>(of, 2) &&
           add_broadcast<Condvar, Mutex, 2, true>(of) &&
           add_broadcast<Condvar, Mutex, 2, false>(of) && add_tickets(of) && add_waits_again(of);
}

bool const correct[] = {add_all(locked), add_all(spinning), add_all(counting), add_all(chain)};

bool const first_proposals[] = {
    add_broadcast<lock_free_condvar, fast_mutex, 1, false>(
        lock_free, 2,
        {{.id = "V2",
          .variant = "counts_in_late",
          .expected = verdict::deadlock,
          .promise = "whoever makes the condition true sees the waiter who found it false"}}),
    add_broadcast<lock_free_condvar, fast_mutex, 2, true>(lock_free),
    add_broadcast<lock_free_condvar, fast_mutex, 2, false>(lock_free),
    add_tickets(lock_free, {{.id = "V1",
                             .variant = "exchange_and_add_back",
                             .expected = verdict::deadlock,
                             .promise = "two notifications wake two waiters"}}),
    add_waits_again(lock_free,
                    {{.id = "V3",
                      .variant = "broadcasts_until_zero",
                      .expected = verdict::livelock,
                      .promise = "a broadcast comes to its end"}},
                    44),
};

bool const moved[] = {
    add_broadcast<queue_condvar, queue_mutex, 1, false>(queue, 2),
    add_broadcast<queue_condvar, queue_mutex, 2, true>(queue),
    add_broadcast<queue_condvar, queue_mutex, 2, false>(queue),
    add_tickets(queue),
    add_waits_again(queue, {{.id = "V5",
                             .variant = "releases_itself",
                             .expected = verdict::deadlock,
                             .promise = "whoever gives the mutex up goes to sleep, or is woken"}}),
};

bool const late[] = {
    add_late<true>(lock_free, "V4"),
    add_late<true>(counting, "V4/counting"),
    add_late<false>(chain, ""),
    add_late<false>(queue, ""),
    add_relay<true>(lock_free, "V4/relay"),
    add_relay<true>(counting, "V4/relay-counting"),
    add_relay<false>(locked, ""),
    add_relay<false>(spinning, ""),
    add_relay<false>(chain, ""),
    add_relay<false>(queue, ""),
};

bool const herds[] = {
    add_herd(locked, "both are woken, and sleep again"),
    add_herd(queue, "both are through, and have slept once"),
};

} // namespace
