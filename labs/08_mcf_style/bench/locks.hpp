// The lab's locks, those of earlier labs that they are made from, and their peers.
#pragma once

#include <kev/bench/optional_locks.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/primitive_mutex.hpp>

namespace kev::bench {

/// Calls visit.template operator()<Lock>("name") for the mutex, twice, and for its peers.
template <typename Visitor>
void for_mutex_and_peers(Visitor visit) {
    visit.template operator()<lab08::mutex>("mutex");
    // A against A: how far apart two rows of the same lock are is the noise of the rest.
    visit.template operator()<lab08::mutex>("mutex_again");
    for_each_system_lock(visit);
    for_each_optional_lock(visit);
}

/// The same, and for the locks that it is made from.
template <typename Visitor>
void for_each_lock(Visitor visit) {
    for_mutex_and_peers(visit);
    visit.template operator()<lab08::primitive_mutex>("primitive_mutex");
    visit.template operator()<lab03::fast_mutex>("fast_mutex");         // never spins
    visit.template operator()<lab03::yielding_mutex>("yielding_mutex"); // always spins
}

} // namespace kev::bench
