// Lab 07's convoy and crowd, with this lab's mutex: how often the threads get the lock, and how long the least lucky
// thread waits for it.
#include "locks.hpp"

#include <kev/bench/crowd.hpp>
#include <kev/bench/options.hpp>
#include <kev/lab07/bounded_mutex.hpp>

namespace kev::bench {

void register_all() {
    (mutex_and_peers + made_from + candidates{candidate<lab07::bounded_mutex>{"bounded_mutex"}})
        .measure(add_crowds{});
}

} // namespace kev::bench
