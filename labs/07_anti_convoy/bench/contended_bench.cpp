// Locks under contention: the article's benchmark, the convoy, and the price of unfairness.
#include "locks.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/crowd.hpp>
#include <kev/bench/options.hpp>

namespace kev::bench {

void register_all() {
    (unfair_locks + fair_locks + system_locks + optional_locks).measure(add_crowds{});
    // The article's benchmark leaves out the locks that are handed from thread to thread. They would need minutes for
    // the article's turns. With fewer turns each thread is finished before the next one runs, so no two threads meet.
    (unfair_locks + system_locks + optional_locks).measure(add_article{});
}

} // namespace kev::bench
