// notify_some(), and N5.
#include <kev/lab08/condition_variable.hpp>

#include "attempts.hpp"
#include "tickets.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;
using kev::lab08::condition_variable;
namespace condition_word = kev::lab08::condition_word;

// One position is pending whose waiter has left.
using some_at_once =
    two_tickets<condition_word::with_a_waiter(0), [](condition_variable& c) { c.notify_some(2); }>;

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

} // namespace
