// The fair mutex, the unfair ones, and those that spin. P2.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/lockcount_word_text.hpp>
#include <kev/lab07/mcs_mutex.hpp>
#include <kev/lab07/ticket_mutex.hpp>
#include <kev/lab07/unfair_mutex.hpp>

#include "scenarios.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab07;
using namespace kev::lab07::in_model;
using section = lockcount_critical_section;

std::string describe_count(std::uint64_t count) {
    return lockcount::describe(static_cast<std::int32_t>(static_cast<std::uint32_t>(count)));
}

// Registers the cases of a mutex that sleeps. The bounds are those that are explored in a few seconds.
template <typename Mutex>
bool add_sleeping(char const* name) {
    auto const about = [&](char const* what, int bound) {
        case_description one = that_sleeps(about_mutex(name, what, bound));
        one.decoders.push_back({"LockCount", describe_count});
        return one;
    };
    add_reference<lockers<Mutex, 2>>(about("2", 4));
    add_reference<lockers<Mutex, 2>>(weak(about("2", 3), 2));
    add_reference<lockers<Mutex, 2, 2>>(titled(about("2x2", 4), "2 threads lock twice"));
    add_reference<lockers<Mutex, 3>>(about("3", 3));
    add_reference<lockers<Mutex, 3, 1, 2>>(
        titled(about("busy", 2), "one thread locks three times, two lock once"));
    return add_reference<locker_and_trier<Mutex>>(about_try(name, 4));
}

template <typename Mutex>
bool add_spinning(char const* name) {
    add_reference<lockers<Mutex, 2>>(about_mutex(name, "2", 4));
    add_reference<lockers<Mutex, 2>>(weak(about_mutex(name, "2", 3), 2));
    add_reference<lockers<Mutex, 2, 2>>(
        titled(about_mutex(name, "2x2", 3), "2 threads lock twice"));
    add_reference<lockers<Mutex, 3>>(about_mutex(name, "3", 3));
    return add_reference<locker_and_trier<Mutex>>(about_try(name, 4));
}

bool const registered[] = {
    add_sleeping<handoff_mutex>("handoff_mutex"),
    add_sleeping<unfair_mutex>("unfair_mutex"),
    add_sleeping<section>("lockcount_critical_section"),
    add_spinning<ticket_mutex>("ticket_mutex"),
    add_spinning<mcs_mutex>("mcs_mutex"),
};

bool const destroyed[] = {
    add_reference<last_one_destroys<handoff_mutex, lock_word::one_waiter>>(
        about_destroyed("handoff_mutex", 3)),
    add_reference<last_one_destroys<unfair_mutex, lock_word::one_waiter>>(
        about_destroyed("unfair_mutex", 3)),
};

bool const in_order = add_reference<served_in_order<handoff_mutex, 3>>([] {
    case_description about = that_sleeps(about_mutex("handoff_mutex", "order", 4));
    about.title = "one thread owns the lock while two others come";
    about.promise = "threads get the lock in the order in which they went to sleep";
    about.lanes = {"owner", "waiter", "other waiter"};
    about.must_reach.push_back("came while another slept");
    return about;
}());

// P2: the hasty thread can overtake the patient one every time, however often it comes.
template <typename Mutex, int Rounds>
bool add_unlimited(char const* name, std::string id = {}) {
    case_description about = about_overtaking(name, Rounds, 2);
    if (!id.empty()) about.id = std::move(id);
    about.expected = verdict::reachable;
    about.goal = "overtaken every time";
    about.decoders.push_back({"LockCount", describe_count});
    return add_reference<overtaken<Mutex, Rounds, Rounds>>(std::move(about));
}

bool const p2[] = {
    add_unlimited<unfair_mutex, 2>("unfair_mutex"),
    add_unlimited<unfair_mutex, 3>("unfair_mutex", "P2"),
    add_unlimited<unfair_mutex, 8>("unfair_mutex"),
    add_unlimited<unfair_mutex, 32>("unfair_mutex"),
    add_unlimited<kev::lab03::fast_mutex, 3>("fast_mutex", "P2/fast_mutex"),
    add_unlimited<section, 3>("lockcount_critical_section", "P2/lockcount"),
    add_reference<overtaken<handoff_mutex, 8, 0>>([] {
        case_description about = about_overtaking("handoff_mutex", 8, 3);
        about.must_reach = {"overtaken as often as may be"};
        return about;
    }()),
};

} // namespace
