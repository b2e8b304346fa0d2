// The condition variable for use, with the mutex for use: no notification is lost, and none goes to a waiter that
// began after it.
#include "condition_cases.hpp"
#include "tickets.hpp"

#include <kev/scenarios/late_waiter.hpp>
#include <kev/scenarios/notified_once.hpp>

#include <condition_variable>
#include <mutex>
#include <string>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

template <bool All>
using notified = in_lab08<notified_once<condition_variable, mutex, All>>;

case_description about_notified(char const* id) {
    return decoded(about_notified_once(id, "08", "condition_variable", 2));
}

bool const one = add_cases<notified<false>>(
    about_notified("condition_variable/one"),
    {{.id = "N2",
      .variant = "notifies_a_waiter_that_left",
      .promise = "a waiter that runs out of time takes no notification with it"}});
bool const all = add_reference<notified<true>>([] {
    case_description about = about_notified("condition_variable/all");
    about.must_reach.push_back("a sleeper was moved");
    return about;
}());

// The same with loads that may find an older value.
bool const one_weakly = add_reference<notified<false>>([] {
    case_description about = about_notified("condition_variable/one-weak");
    about.title += ", with stale loads";
    about.options.limits.preemptions = 1;
    about.options.limits.stale_loads = 1;
    return about;
}());

// The question of lab 04's V4: its scenarios, with the condition variable for use.
bool const late = add_reference<in_lab08<early_and_late<condition_variable, mutex, false>>>([] {
    case_description about = about_condition("condition_variable/late",
                                             "an early waiter, a notification, a late waiter", 2);
    about.promise = "a notification wakes a waiter that waited when it was made";
    about.lanes = {"early", "notifier", "late"};
    about.must_reach = {"a waiter slept", "the late waiter waits"};
    return about;
}());

bool const relayed = add_reference<in_lab08<relay<condition_variable, mutex>>>([] {
    case_description about = about_condition(
        "condition_variable/relay", "A is broadcast to its waiter, which then broadcasts B", 2);
    about.promise = "a broadcast wakes all threads that wait when it is made";
    about.lanes = {"A's waiter", "A's notifier", "B's waiter"};
    return about;
}());

bool const twice = add_reference<in_lab08<notified_twice<condition_variable, mutex>>>([] {
    case_description about =
        about_condition("condition_variable/twice",
                        "two notify an early waiter with the mutex free, a late waiter comes", 1);
    about.promise = "a waiter that waits before both notifications is woken";
    about.options.limits.timeouts = 1;
    about.lanes = {"early", "notifier 1", "notifier 2", "late"};
    about.must_reach = {"a waiter slept", "the late waiter waits", "a wait timed out"};
    return about;
}());

// The first notification is made without the mutex and means nothing: it may come at any moment of the wait.
struct notified_at_any_moment : tables {
    static constexpr int threads = 2;
    mutex m{no_thread_spins};
    condition_variable c;
    kev::shared<bool> ready{false, "ready"};

    notified_at_any_moment() {
        name(m, "m");
        name(c, "c");
    }

    void thread(int number) {
        if (number == 2) c.notify_one();
        std::unique_lock lock(m);
        if (number == 1) return c.wait(lock, [this] { return ready.read(); });
        ready.write(true);
        lock.unlock();
        c.notify_one();
    }
};

bool const at_any_moment = add_cases<notified_at_any_moment>(
    [] {
        case_description about = about_condition(
            "condition_variable/any-moment",
            "a notification comes at any moment of the wait, a second comes for its condition", 3);
        about.options.limits.stale_loads = 1;
        about.options.limits.stale_failures = 1; // a notifier may find the slot as it was before
        about.promise = "a notification makes no waiter deaf to the next";
        about.lanes = {"waiter", "notifier"};
        return about;
    }(),
    {{.id = "N1",
      .variant = "is_pending_before_it_waits",
      .promise = "a notifier that sees a position pending sees its waiter"}});

// One notification may come at any moment, and wakes one thread at most. One position is pending whose waiter has left, so
// the notifier takes it, or looks behind it.
struct one_of_two : tables {
    static constexpr int threads = 3;
    mutex m{no_thread_spins};
    condition_variable c{condition_bits::with_a_waiter(0)};
    kev::shared<int> woken{0, "woken"};

    one_of_two() {
        name(m, "m");
        name(c, "c");
    }

    static constexpr int role_of(int number) { return number == 3 ? 3 : 1; }
    void thread(int number) {
        if (number == 3) return c.notify_one();
        std::unique_lock lock(m);
        if (c.wait_for(lock, attempt_limit) == std::cv_status::no_timeout)
            woken.write(woken.read() + 1);
    }

    void after() { require(woken.read() <= 1, "notify_one() wakes one thread at most"); }
};

bool const no_more_than_one = add_reference<one_of_two>([] {
    case_description about = about_condition("condition_variable/one-of-two",
                                             "two wait for a while, one notifies one", 2);
    about.options.limits.stale_loads = 1;
    about.options.limits.timeouts = 0; // the time is up only if no thread can go on
    about.promise = "notify_one() wakes one thread at most";
    about.lanes = {"waiter 1", "waiter 2", "notifier"};
    return about;
}());

// One position was left before. The timed waiter may leave another, before or behind the patient waiter.
struct positions_that_are_left : tables {
    static constexpr int threads = 3;
    mutex m{no_thread_spins};
    condition_variable c{condition_bits::with_a_waiter(0)};
    kev::shared<int> tickets{0, "tickets"};

    positions_that_are_left() {
        name(m, "m");
        name(c, "c");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        if (number == 1) {
            c.wait(lock, [this] { return tickets.read() != 0; });
        } else if (number == 3) {
            tickets.write(1);
            lock.unlock();
            c.notify_one();
        } else if (c.wait_for(lock, attempt_limit) == std::cv_status::no_timeout) {
            c.notify_one(); // the ticket is not for this thread
        }
    }
};

bool const left = add_reference<positions_that_are_left>([] {
    case_description about = about_condition(
        "condition_variable/left", "one waits forever, one for a while, one notifies one", 2);
    about.promise = "a notification passes over the positions that were left";
    about.options.limits.timeouts = 1;
    about.lanes = {"patient", "timed", "notifier"};
    about.must_reach = {"a waiter slept", "a wait timed out"};
    return about;
}());

// All positions but one are pending, and their waiters have left: the two waiters find no room. They go round
// the table, and the numbers of the positions wrap around.
constexpr kev::lab08::state_t no_room =
    (run_wait_slots::size - 1) * condition_bits::one_pending + condition_bits::all_positions - 2;
using full_table = two_tickets<no_room, [](condition_variable& c) {
    c.notify_one();
    c.notify_one();
}>;

bool const full = add_reference<full_table>([] {
    case_description about =
        about_condition("condition_variable/full",
                        "two wait where only one position has room, one notifies twice", 2);
    about.promise = "a waiter that finds no room makes room, and no thread is passed over";
    about.lanes = {"waiter 1", "waiter 2", "giver"};
    return about;
}());

} // namespace
