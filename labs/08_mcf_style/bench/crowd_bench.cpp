// Lab 07's convoy and crowd, with this lab's mutex: how often the threads get the lock, and how long the least lucky
// thread waits for it. And a crowd that has many locks.
#include "locks.hpp"
#include "many_locks.hpp"

#include <kev/bench/crowd.hpp>
#include <kev/bench/options.hpp>
#include <kev/lab07/bounded_mutex.hpp>

namespace kev::bench {

void register_all() {
    auto const locks =
        mutex_and_peers + candidates{candidate<lab07::bounded_mutex>{"bounded_mutex"}};
    (locks + made_from).measure(add_crowds{});
    locks.measure(add_many_locks{});
}

} // namespace kev::bench
