// The three-state mutex on each way to sleep, against lab 03's on keyed events and the system's.
#include "locks.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/bench/uncontended.hpp>

namespace kev::bench {

void register_all() {
    (own_locks + system_locks).measure(add_pair{});
    (own_locks + system_locks).measure(add_article{});
}

} // namespace kev::bench
