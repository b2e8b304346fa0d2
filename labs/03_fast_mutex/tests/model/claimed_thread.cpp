// A thread that was woken and gets no processor: with the `waking` bit it keeps all other sleepers asleep.
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>

#include "cases.hpp"

#include <kev/scenarios/claimed_thread.hpp>

namespace {

using namespace kev::checker;
using namespace kev::lab03;
using namespace kev::lab03::in_model;

constexpr int rounds = 3;

template <typename Mutex>
bool add(char const* name, std::string goal = {}) {
    return add_reference<claimed_thread<Mutex, rounds>>(
        about_claimed_thread(about_lockers(name, name, 3), std::move(goal)));
}

bool const registered[] = {
    add<fast_mutex>("fast_mutex", slept_through),
    add<asymmetric_mutex>("asymmetric_mutex", slept_through),
    add<no_wake_bit_mutex>("no_wake_bit_mutex"),
};

} // namespace
