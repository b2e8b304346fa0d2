// Lab 07's convoy and crowd, with this lab's mutex: how often the threads get the lock, and how long the least lucky
// thread waits for it.
#include "locks.hpp"

#include <kev/bench/crowd.hpp>
#include <kev/bench/options.hpp>
#include <kev/lab07/bounded_mutex.hpp>

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
    (mutex_and_peers + made_from + candidates{candidate<lab07::bounded_mutex>{"bounded_mutex"}})
        .measure(add_crowds{});
}

} // namespace kev::bench
