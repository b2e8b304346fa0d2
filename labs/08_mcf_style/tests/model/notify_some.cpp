// notify_some(), and N5.
#include "condition_cases.hpp"
#include "tickets.hpp"

#include <condition_variable>
#include <mutex>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

// One position is pending whose waiter has left.
using some_at_once =
    two_tickets<condition_bits::with_a_waiter(0), [](condition_variable& c) { c.notify_some(2); }>;

// The waiters' positions lie on both sides of the end of the table, so the owners of their slots differ in the round.
using all_across_the_end =
    two_tickets<run_wait_slots::size - 1, [](condition_variable& c) { c.notify_all(); }>;

bool const across = add_reference<all_across_the_end>([] {
    case_description about =
        about_condition("condition_variable/across-the-end",
                        "two wait at the last slot and at the first, one notifies all", 2);
    about.promise = "notify_all() wakes all that wait";
    about.lanes = {"waiter 1", "waiter 2", "giver"};
    about.must_reach.push_back("a sleeper was moved");
    return about;
}());

bool const some = add_cases<some_at_once>(
    [] {
        case_description about = about_attempts("condition_variable/some",
                                                "two wait for a ticket, one gives two at once", 2);
        about.variant = "condition_variable";
        about.promise = "a notification of two wakes two threads that wait";
        about.lanes = {"waiter 1", "waiter 2", "giver"};
        about.decoders.clear();
        return about;
    }(),
    {{.id = "N5",
      .variant = "takes_positions_for_waiters",
      .promise = "a notification is for a waiter, and not for a position that was left"}});

// Three wait: two for a ticket each, and one between them for a while. Two tickets are given at once. If the time of the
// waiter between is up when its position has been taken already, its notification is for the waiter behind.
struct some_are_timed : tables {
    static constexpr int threads = 4;
    mutex m{no_thread_spins};
    condition_variable c;
    kev::shared<int> tickets{0, "tickets"};

    some_are_timed() {
        name(m, "m");
        name(c, "c");
    }

    static constexpr int role_of(int number) { return number == 3 ? 1 : number; }
    void thread(int number) {
        std::unique_lock lock(m);
        if (number == 4) {
            tickets.write(2);
            lock.unlock();
            c.notify_some(2);
        } else if (number == 2) {
            if (c.wait_for(lock, attempt_limit) == std::cv_status::no_timeout)
                c.notify_one(); // the ticket is not for this thread
        } else {
            c.wait(lock, [this] { return tickets.read() != 0; });
            tickets.write(tickets.read() - 1);
        }
    }

    void after() { require(tickets.read() == 0, "each ticket is taken"); }
};

bool const some_timed = add_reference<some_are_timed>([] {
    case_description about = about_condition(
        "condition_variable/some-timed",
        "two wait for a ticket, one waits for a while, one gives two tickets at once", 1);
    about.promise = "a waiter whose time is up takes no notification of several with it";
    about.options.limits.timeouts = 1;
    about.lanes = {"waiter 1", "timed", "waiter 2", "giver"};
    about.must_reach = {"a waiter slept", "a wait timed out"};
    return about;
}());

} // namespace
