// The locks that are measured, with their names.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/peers.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/mcs_mutex.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/ticket_mutex.hpp>
#include <kev/lab07/unfair_mutex.hpp>

namespace kev::bench {

// These two locks never sleep.
template <>
inline constexpr bool counts_calls<lab07::ticket_mutex> = false;
template <>
inline constexpr bool counts_calls<lab07::mcs_mutex> = false;

/// The locks that are not handed from thread to thread: the lab's, and two of lab 03's.
inline constexpr candidates unfair_locks{
    candidate<lab07::bounded_mutex>{"bounded_mutex"},
    candidate<lab07::unfair_mutex>{"unfair_mutex"},
    candidate<lab07::lockcount_critical_section>{"lockcount_critical_section"},
    candidate<lab07::srw_lock>{"srw_lock"},
    candidate<lab03::fast_mutex>{"lab03::fast_mutex"},
    candidate<lab03::yielding_mutex>{"lab03::yielding_mutex"}};

/// The locks that are handed from thread to thread.
inline constexpr candidates fair_locks{candidate<lab07::handoff_mutex>{"handoff_mutex"},
                                       candidate<lab07::ticket_mutex>{"ticket_mutex"},
                                       candidate<lab07::mcs_mutex>{"mcs_mutex"}};

} // namespace kev::bench
