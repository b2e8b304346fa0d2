// The other mutexes of the lab: all correct, each for a reason of its own.
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>
#include <kev/lab03/spinning_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>

#include "cases.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab03;
using namespace kev::lab03::in_model;

// The two fields of asymmetric_mutex.
std::string describe_owned(std::uint64_t state) {
    return state != 0 ? "owned" : "free";
}

std::string describe_sleepers(std::uint64_t state) {
    return std::to_string(state / 2) + " announced" + (state % 2 != 0 ? ", waking" : "");
}

template <typename Mutex, int Threads, int More = 0>
bool add(char const* name, int bound, int stale_loads = 0,
         std::initializer_list<expectation> broken = {}) {
    std::string id = std::string(name) + "/" + std::to_string(Threads);
    if (More > 0) id = std::string(name) + "/busy";
    if (stale_loads > 0) id += "-weak";
    case_description about = about_lockers(std::move(id), name, Threads);
    about.decoders.push_back({"owned", describe_owned});
    about.decoders.push_back({"sleepers", describe_sleepers});
    about.options.limits.preemptions = bound;
    about.options.limits.stale_loads = stale_loads;
    if (More > 0) about.title = "one thread locks three times, two lock once";
    if (stale_loads > 0) about.must_reach.push_back("a load was stale");
    return add_cases<lockers<Mutex, Threads, 1, More>>(std::move(about), broken);
}

template <typename Mutex>
bool add_trying(char const* name) {
    case_description about = about_lockers(std::string(name) + "/try", name, 2);
    about.title = "one thread locks, the other tries";
    about.must_reach = {"the try fails", "the try succeeds"};
    about.options.limits.preemptions = 4;
    return add_cases<locker_and_trier<Mutex>>(std::move(about), {});
}

// asymmetric_mutex depends on a fence, so its cases with stale loads matter most. M6 is found
// with three preemptions, so one case goes beyond that.
bool const registered[] = {
    add<no_wake_bit_mutex, 2>("no_wake_bit_mutex", 4),
    add<no_wake_bit_mutex, 3>("no_wake_bit_mutex", 3),
    add<no_wake_bit_mutex, 3, 2>("no_wake_bit_mutex", 2),
    add<spinning_mutex, 2>("spinning_mutex", 4),
    add<spinning_mutex, 3>("spinning_mutex", 3),
    add<spinning_mutex, 3, 2>("spinning_mutex", 3),
    add<yielding_mutex, 2>("yielding_mutex", 4),
    add<yielding_mutex, 3>("yielding_mutex", 3),
    add<yielding_mutex, 3, 2>("yielding_mutex", 3),
    add<asymmetric_mutex, 2>("asymmetric_mutex", 4),
    add<asymmetric_mutex, 3>(
        "asymmetric_mutex", 4, 0,
        {{.id = "M6",
          .variant = "blocking_withdraw",
          .promise = "an owner never sleeps on a release that another thread may take"}}),
    add<asymmetric_mutex, 3, 2>("asymmetric_mutex", 2),
    add<asymmetric_mutex, 2>("asymmetric_mutex", 3, 2),
    add<asymmetric_mutex, 3>("asymmetric_mutex", 2, 1),
    add<asymmetric_mutex, 3, 2>("asymmetric_mutex", 2, 1),
    add_trying<no_wake_bit_mutex>("no_wake_bit_mutex"),
    add_trying<spinning_mutex>("spinning_mutex"),
    add_trying<yielding_mutex>("yielding_mutex"),
    add_trying<asymmetric_mutex>("asymmetric_mutex"),
};

} // namespace
