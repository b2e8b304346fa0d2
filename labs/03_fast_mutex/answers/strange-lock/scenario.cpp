// Whatever the flaw is: threads that come again, threads that only try, and loads that are stale.
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/lockers.hpp>
#include <kev/scenarios/variants.hpp>

#include <string>
#include <utility>

namespace {

using namespace kev::checker;
using lock = kev::lab03::fast_mutex;

case_description about(std::string id, int preemptions, int stale_loads = 0) {
    case_description one;
    one.id = std::move(id);
    one.lab = "03";
    one.variant = "fast_mutex";
    one.title = "threads lock, count and unlock";
    one.promise = "every thread that locks gets the lock, alone";
    one.options.limits.preemptions = preemptions;
    one.options.limits.stale_loads = stale_loads;
    return one;
}

bool const twice = add_case<lockers<lock, 2, 2>>(about("twice", 4));
bool const three = add_case<lockers<lock, 3>>(about("three", 3));
bool const busy = add_case<lockers<lock, 3, 1, 2>>(about("busy", 2));
bool const weak = add_case<lockers<lock, 2>>(about("weak", 3, 2));
bool const trying = add_case<locker_and_trier<lock>>(about("trying", 4));

} // namespace
