// The first two steps: the counter, and the counter with a bit.
#include <kev/lab08/counter_condvar.hpp>
#include <kev/lab08/primitive_mutex.hpp>

#include "attempts.hpp"

#include <kev/scenarios/late_waiter.hpp>
#include <kev/scenarios/lockers.hpp>

#include <mutex>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;
using kev::lab08::counter_condvar;
using primitive_mutex = kev::lab08::inspected<kev::lab08::primitive_mutex>;
using enum role;

std::string describe_primitive(std::uint64_t state) {
    std::string text = (state & 1) != 0 ? "locked" : "free";
    if (state > 1) text += ", " + std::to_string(state / 2) + " sleeping";
    return text;
}

case_description about_primitive(std::string id, std::string title, int bound) {
    case_description about = about_attempts(std::move(id), std::move(title), bound);
    about.variant = "primitive_mutex";
    about.decoders = {{"word", describe_primitive}};
    return about;
}

bool const two = add_cases<attempts<primitive_mutex, 0, locks, locks>>(
    with_lanes(about_primitive("primitive_mutex/2", "two threads lock", 4), {"owner", "waiter"}),
    {{.id = "O3/primitive",
      .variant = "counts_in_while_free",
      .promise = "a sleeper that counts itself in is seen by the owner it waits for"}});

bool const three = add_reference<attempts<primitive_mutex, 0, locks, locks, locks>>(
    about_primitive("primitive_mutex/3", "three threads lock", 3));

bool const only_tries = add_reference<locker_and_trier<primitive_mutex>>([] {
    case_description about =
        about_primitive("primitive_mutex/try", "one thread locks, the other tries", 4);
    about.must_reach = {"the try fails", "the try succeeds"};
    return about;
}());

// The counter: two wait for what a third one gives them, one by one or both together.
template <bool All>
struct two_tickets {
    static constexpr int threads = 3;
    primitive_mutex m;
    counter_condvar c;
    kev::shared<int> tickets{0, "tickets"};

    two_tickets() {
        name(m, "m");
        name(c, "c");
    }

    static constexpr int role_of(int number) { return number < 3 ? 1 : 3; }
    void thread(int number) {
        std::unique_lock lock(m);
        if (number < 3) {
            while (tickets.read() == 0) c.wait(lock);
            tickets.write(tickets.read() - 1);
        } else if (All) {
            tickets.write(2);
            c.notify_all();
        } else {
            tickets.write(1);
            c.notify_one();
            tickets.write(tickets.read() + 1);
            c.notify_one();
        }
    }

    void after() {
        require(kev::lab08::testing_access::waiters(c) == 0, "nobody is counted who does not wait");
    }
};

template <bool All>
bool add_tickets(char const* id, char const* title) {
    case_description about = about_primitive(id, title, 2);
    about.variant = "counter_condvar";
    about.lanes = {"waiter 1", "waiter 2", "giver"};
    about.must_reach = {"a waiter slept", "a release found its waiter"};
    return add_reference<two_tickets<All>>(std::move(about));
}

bool const one_by_one = add_tickets<false>("counter_condvar/one", "two wait, one gives twice");
bool const together = add_tickets<true>("counter_condvar/all", "two wait, one gives to both");

// The limit of the idea: a count does not know which threads it counts (V4 of lab 04).
bool const late = [] {
    case_description about =
        about_primitive("V4/counter", "an early waiter, a notification, a late waiter", 3);
    about.variant = "counter_condvar";
    about.promise = "a notification wakes a waiter that waited when it was made";
    about.expected = verdict::reachable;
    about.goal = "the late waiter takes the wake-up";
    about.lanes = {"early", "notifier", "late"};
    about.must_reach = {};
    return add_reference<early_and_late<counter_condvar, primitive_mutex, true>>(std::move(about));
}();

} // namespace
