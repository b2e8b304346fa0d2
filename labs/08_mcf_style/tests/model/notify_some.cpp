// notify_some(), and N5.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/model/run_wait_slots.hpp>
#include <kev/lab08/mutex.hpp>

#include "attempts.hpp"

#include <mutex>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;
namespace condition_word = kev::lab08::condition_word;

// One position is pending whose waiter has left. Two wait for a ticket each; the giver has two.
struct two_tickets : run_seats, run_wait_slots {
    static constexpr int threads = 3;
    kev::lab08::mutex m{kev::lab08::word::all_failures}; // nobody spins
    kev::lab08::condition_variable c{condition_word::with_a_waiter(0)};
    kev::shared<int> tickets{0, "tickets"};

    two_tickets() {
        name(m, "m");
        name(c, "c");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        if (number < 3) {
            c.wait(lock, [this] { return tickets.read() != 0; });
            tickets.write(tickets.read() - 1);
            return;
        }
        tickets.write(2);
        lock.unlock();
        c.notify_some(2);
    }

    void after() { require(tickets.read() == 0, "each ticket is taken"); }
};

bool const some = add_cases<two_tickets>(
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

} // namespace
