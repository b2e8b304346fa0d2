// The locks that are measured, each with its name.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_timed_mutex.hpp>
#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/lab06/on_atomic_wait.hpp>

namespace kev::bench {

// The three-state mutex on each way to sleep that there is here.
using on_bare_futex = lab06::address_mutex<lab06::on_futex>;
using on_standard_wait = lab06::address_mutex<lab06::on_atomic_wait>;

template <>
inline constexpr bool counts_calls<on_standard_wait> = false;

/// The lab's, and lab 03's that they are compared with.
inline constexpr candidates own_locks{candidate<lab06::address_mutex<>>{"address_mutex"},
                                      candidate<lab06::address_timed_mutex>{"address_timed_mutex"},
                                      candidate<lab03::fast_mutex>{"fast_mutex (lab 03)"},
                                      candidate<on_bare_futex>{"three states on futex"},
                                      candidate<on_standard_wait>{"three states on atomic wait"}};

} // namespace kev::bench
