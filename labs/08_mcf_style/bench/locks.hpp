// The lab's locks, those of earlier labs that they are made from, and their peers.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/peers.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/primitive_mutex.hpp>

namespace kev::bench {

/// The mutex, the system's and those of other projects that are there.
inline constexpr auto mutex_and_peers =
    candidates{candidate<lab08::mutex>{"mutex"}} + system_locks + optional_locks;

/// The locks that the mutex is made from: the mutex without spinning, and two locks of lab 03. One of those
/// never spins, and the other lock spins while nobody sleeps.
inline constexpr candidates made_from{candidate<lab08::primitive_mutex>{"primitive_mutex"},
                                      candidate<lab03::fast_mutex>{"fast_mutex"},
                                      candidate<lab03::yielding_mutex>{"yielding_mutex"}};

inline constexpr auto all_locks = mutex_and_peers + made_from;

} // namespace kev::bench
