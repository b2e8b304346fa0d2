// The parts that the checker's own tests share.
#pragma once

#include <kev/checker/search.hpp>
#include <kev/world.hpp>

#include <set>
#include <string>
#include <utility>

namespace kev::checker::testing {

// Sequential consistency, every interleaving, no spurious failures: what can be counted by hand.
inline options plain(int bound = no_bound) {
    options made;
    made.limits.preemptions = bound;
    made.limits.weak_failures = 0;
    return made;
}

inline options without_pruning(options made = plain()) {
    made.prune = false;
    return made;
}

inline options with_stale_loads(int loads) {
    options made = plain();
    made.limits.stale_loads = loads;
    return made;
}

// The checker compares stacks, and cannot where a sanitizer or the system hides them.
inline bool stacks_are_hidden() {
    fiber one;
    one.start([](void*) {}, nullptr);
    return one.in_use().empty();
}

template <typename S>
result exploring(options const& settings = plain(), std::string goal = {}) {
    case_entry entry;
    entry.about.id = "test";
    entry.about.options = settings;
    entry.about.goal = std::move(goal);
    if (!entry.about.goal.empty()) entry.about.expected = verdict::reachable;
    entry.code = make_scenario<S>();
    return explore(entry, true);
}

// Each thread makes `Steps` steps on one object: (Threads * Steps)! / Steps!^Threads interleavings.
template <int Threads, int Steps>
struct steps_on_one_object {
    static constexpr int threads = Threads;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        for (int i = 0; i < Steps; ++i) x.fetch_add(1, std::memory_order_relaxed);
    }
    void after() { require(x.load() == Threads * Steps, "no step is lost"); }
};

// The first thread looks again and again, until the second one has changed what it looks at.
struct spinner {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        if (number == 2) return x.store(1, std::memory_order_release);
        while (x.load(std::memory_order_acquire) == 0) kev::relax();
    }
};

// The value that the thread finds depends on a choice that is made while the scenario is set up.
struct set_up_may_fail {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    set_up_may_fail() {
        int expected = 0;
        (void)x.compare_exchange_weak(expected, 1, std::memory_order_relaxed,
                                      std::memory_order_relaxed);
    }
    void thread(int) { require(x.load(std::memory_order_relaxed) == 1, "x was set"); }
};

inline options with_a_weak_failure() {
    options made = plain();
    made.limits.weak_failures = 1;
    return made;
}

} // namespace kev::checker::testing
