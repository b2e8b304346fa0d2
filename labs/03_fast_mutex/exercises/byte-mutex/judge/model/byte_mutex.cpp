// A mutex of the student's own: the scenarios of the lab's own mutexes, and what is counted.
#include <kev/lab03/byte_mutex.hpp>

#include <kev/judged/design_scenarios.hpp>
#include <kev/scenarios/lockers.hpp>

#include <string>
#include <utility>

namespace {

using namespace kev::checker;
using mutex = kev::lab03::byte_mutex;

case_description about(std::string const& what, std::string title, int preemptions,
                       int stale_loads = 0) {
    case_description one;
    one.id = "byte_mutex/" + what;
    one.lab = "03";
    one.variant = "byte_mutex";
    one.title = std::move(title);
    one.promise = "every thread that locks gets the lock, alone";
    one.options.limits.preemptions = preemptions;
    one.options.limits.stale_loads = stale_loads;
    one.must_reach = {"a waiter slept"};
    return one;
}

case_description about_try() {
    case_description one = about("try", "one thread locks, the other tries", 4);
    one.must_reach = {"the try fails", "the try succeeds"};
    return one;
}

bool const two = add_case<lockers<mutex, 2>>(about("2", "2 threads lock, count and unlock", 4));
bool const weak =
    add_case<lockers<mutex, 2>>(about("2-weak", "2 threads lock, count and unlock", 3, 2));
bool const twice = add_case<lockers<mutex, 2, 2>>(about("2x2", "2 threads lock twice", 3));
bool const three = add_case<lockers<mutex, 3>>(about("3", "3 threads lock, count and unlock", 2));
bool const busy = add_case<lockers<mutex, 3, 1, 2>>(
    about("busy", "one thread locks three times, two lock once", 2));
bool const trying = add_case<locker_and_trier<mutex>>(about_try());
bool const in_a_convoy = add_case<convoy<mutex, 3, 12>>(
    about("convoy", "3 threads lock 12 times each, and none is interrupted", 0));

} // namespace
