// The locks that are measured, each with its name.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>
#include <kev/lab03/spinning_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>

namespace kev::bench {

/// The lab's, but for article_mutex: it can hang.
inline constexpr candidates own_locks{candidate<lab03::fast_mutex>{"fast_mutex"},
                                      candidate<lab03::asymmetric_mutex>{"asymmetric_mutex"},
                                      candidate<lab03::no_wake_bit_mutex>{"no_wake_bit_mutex"},
                                      candidate<lab03::spinning_mutex>{"spinning_mutex"},
                                      candidate<lab03::yielding_mutex>{"yielding_mutex"}};

} // namespace kev::bench
