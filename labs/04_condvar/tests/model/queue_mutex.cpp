// The mutex onto which waiters are moved, by itself.
#include <kev/lab04/queue_mutex.hpp>

#include "scenarios.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab04;
using namespace kev::lab04::in_model;

template <int Threads, int Rounds = 1, int More = 0>
bool add(std::string const& id, int bound, int stale_loads = 0) {
    case_description about;
    about.id = "queue_mutex/" + id;
    about.lab = "04";
    about.variant = "queue_mutex";
    about.title = std::to_string(Threads) + " threads lock, count and unlock";
    about.promise = "every thread that locks gets the lock, alone";
    about.options.limits.preemptions = bound;
    about.options.limits.stale_loads = stale_loads;
    about.must_reach = {"a waiter slept", "a releaser slept"};
    about.decoders = {{"word", describe_queue_word}};
    return add_reference<lockers<queue_mutex, Threads, Rounds, More>>(std::move(about));
}

bool const registered[] = {
    add<2>("2", 4),          add<3>("3", 3),         add<2, 2>("2x2", 4),
    add<3, 1, 2>("busy", 2), add<2>("2-weak", 3, 2), add<3>("3-weak", 2, 1),
};

} // namespace
