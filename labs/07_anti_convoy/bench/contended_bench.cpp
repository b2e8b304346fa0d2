// Locks that threads fight for: the article's benchmark, the convoy, and the price of unfairness.
#include "locks.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/crowd.hpp>
#include <kev/bench/options.hpp>

#include <string>

namespace kev::bench {

namespace {

struct add_crowds {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_crowd<Lock>("convoy/" + name + "/threads:8", {8, 0, 0});
        register_crowd<Lock>("crowd/" + name + "/threads:16", {16, 50, 100});
    }
};

} // namespace

void register_all() {
    (unfair_locks + fair_locks + system_locks + optional_locks).measure(add_crowds{});
    // Not those that are handed from thread to thread: they would need minutes for the article's turns; and with fewer
    // each thread is through before the next one runs, so that nobody fights.
    (unfair_locks + system_locks + optional_locks).measure(add_article{});
}

} // namespace kev::bench
