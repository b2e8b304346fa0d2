// A woken thread that gets no processor keeps all other sleepers asleep, because `waking` stays set.
#include "attempts.hpp"

#include <kev/scenarios/claimed_thread.hpp>

namespace {

using namespace kev::checker;
using namespace kev::lab05::in_model;

bool const registered = add_reference<claimed_thread<kev::lab05::timed_mutex, 3>>(
    about_claimed_thread(about_attempts({}, {}, 2), slept_through));

} // namespace
