// The condition variables that are measured, each with its mutex and its name.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/peers.hpp>
#include <kev/bench/system_condvars.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab04/spin_lock.hpp>

namespace kev::bench {

template <typename Condvar>
using with_fast_mutex = condvar_with<Condvar, lab03::fast_mutex>;

/// The lab's.
inline constexpr candidates own_condvars{
    candidate<condvar_with<lab04::queue_condvar, lab04::queue_mutex>>{"queue_condvar"},
    candidate<with_fast_mutex<lab04::locked_condvar<>>>{"locked_condvar"},
    candidate<with_fast_mutex<lab04::locked_condvar<lab04::spin_lock>>>{
        "locked_condvar, spin_lock"},
    candidate<with_fast_mutex<lab04::lock_free_condvar>>{"lock_free_condvar"},
    candidate<with_fast_mutex<lab04::counting_condvar>>{"counting_condvar"},
    candidate<with_fast_mutex<lab04::chain_condvar>>{"chain_condvar"}};

/// These and their peers.
inline constexpr auto condvars = own_condvars + system_condvars + optional_condvars;

} // namespace kev::bench
