// The condition variables of the lab, each with its mutex, and their peers.
#pragma once

#include <kev/bench/system_condvars.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab04/spin_lock.hpp>

#include <absl_peer.hpp>

namespace kev::bench {

/// Calls visit.template operator()<Condvar, Mutex>("name") for each.
template <typename Visitor>
void for_each_condvar(Visitor visit) {
    using namespace kev::lab04;
    using kev::lab03::fast_mutex;
    visit.template operator()<locked_condvar<>, fast_mutex>("locked_condvar");
    visit.template operator()<locked_condvar<spin_lock>, fast_mutex>("locked_condvar, spin_lock");
    visit.template operator()<lock_free_condvar, fast_mutex>("lock_free_condvar");
    visit.template operator()<counting_condvar, fast_mutex>("counting_condvar");
    visit.template operator()<chain_condvar, fast_mutex>("chain_condvar");
    visit.template operator()<queue_condvar, queue_mutex>("queue_condvar");
    // A against A: how far apart two rows of the same thing are is the noise of the rest.
    visit.template operator()<queue_condvar, queue_mutex>("queue_condvar_again");
    for_each_system_condvar(visit);
    for_each_absl_condvar(visit);
}

} // namespace kev::bench
