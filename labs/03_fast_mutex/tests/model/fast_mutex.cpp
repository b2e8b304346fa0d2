// fast_mutex, and M1 to M4.
#include <kev/lab03/fast_mutex.hpp>

#include "cases.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab03::in_model;
using kev::lab03::fast_mutex;

case_description lockers_case(std::string id, int threads, int bound, int stale_loads) {
    case_description about = about_lockers(std::move(id), "fast_mutex", threads);
    about.options.limits.preemptions = bound;
    about.options.limits.stale_loads = stale_loads;
    return about;
}

// A state that the reference never has, but M1's two variables do.
std::string describe_owned(std::uint64_t state) {
    return state != 0 ? "owned" : "free";
}

std::string describe_waiters(std::uint64_t state) {
    std::string const text = describe_word(state | kev::lab03::bits::owned);
    return text == "owned" ? "nobody waits" : text.substr(std::string("owned, ").size());
}

bool const two = add_cases<lockers<fast_mutex, 2>>(
    lockers_case("fast_mutex/2", 2, 4, 0),
    {{.id = "M2",
      .variant = "unlock_without_release",
      .expected = verdict::data_race,
      .promise = "the next owner sees what the last one wrote"},
     {.id = "M4",
      .variant = "no_recheck",
      .expected = verdict::deadlock,
      .promise = "a waiter that counts itself in is seen by the owner it waits for"},
     {.id = "M1/sequential",
      .variant = "byte_store_unlock",
      .expected = verdict::exhausted_clean}});

bool const three = add_cases<lockers<fast_mutex, 3>>(
    lockers_case("fast_mutex/3", 3, 3, 0),
    {{.id = "M3",
      .variant = "no_claim",
      .expected = verdict::deadlock,
      .promise = "of two unlockers, each wakes a waiter of its own"}});

bool const twice = add_cases<lockers<fast_mutex, 2, 2>>(lockers_case("fast_mutex/2x2", 2, 5, 0));

bool const busy = add_cases<lockers<fast_mutex, 3, 1, 2>>([] {
    case_description about = lockers_case("fast_mutex/busy", 3, 2, 0);
    about.title = "one thread locks three times, two lock once";
    return about;
}());

// The same where loads may be stale: what a processor with a store buffer does.
bool const weak = add_cases<lockers<fast_mutex, 2>>(
    [] {
        case_description about = lockers_case("fast_mutex/2-weak", 2, 3, 2);
        about.must_reach.push_back("a load was stale");
        about.decoders.push_back({"owned", describe_owned});
        about.decoders.push_back({"waiters", describe_waiters});
        return about;
    }(),
    {{.id = "M1",
      .variant = "byte_store_unlock",
      .expected = verdict::deadlock,
      .promise = "the unlocker sees a waiter that counted itself in before the lock was free"}});

bool const trying = add_cases<locker_and_trier<fast_mutex>>([] {
    case_description about = lockers_case("fast_mutex/try", 2, 4, 0);
    about.title = "one thread locks, the other tries";
    about.must_reach = {"the try fails", "the try succeeds"};
    return about;
}());

} // namespace
