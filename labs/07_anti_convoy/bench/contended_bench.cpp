// Locks that threads fight for: the article's benchmark, the convoy, and the price of unfairness.
#include "crowd.hpp"
#include "locks.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace kev::bench {

namespace {

constexpr int article_threads = 4;

// Those that are handed from thread to thread would need minutes for the article's turns; and with fewer each
// thread is through before the next one runs, so that nobody fights.
bool is_fair(std::string_view name) {
    return name == "handoff_mutex" || name == "ticket_mutex" || name == "mcs_mutex";
}

struct add_contended {
    template <typename Lock>
    void operator()(std::string const& name) const {
        if (!is_fair(name)) add_article<Lock>(name);
        add_crowd<Lock>("convoy/" + name, {.threads = 8, .inside = 0, .outside = 0});
        add_crowd<Lock>("crowd/" + name, {.threads = 16, .inside = 50, .outside = 100});
    }

    template <typename Lock>
    static void add_article(std::string const& name) {
        auto const turns =
            std::max<std::uint64_t>(1, static_cast<std::uint64_t>((1 << 24) * scale()));
        std::string const full = "article/" + name + "/threads:" + std::to_string(article_threads);
        benchmark::RegisterBenchmark(full.c_str(), contended<Lock>, article_threads, turns)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    }

    template <typename Lock>
    static void add_crowd(std::string const& name, crowd_habits habits) {
        benchmark::RegisterBenchmark((name + "/threads:" + std::to_string(habits.threads)).c_str(),
                                     in_a_crowd<Lock>, habits)
            ->UseManualTime()
            ->Iterations(1);
    }
};

} // namespace

void register_all() {
    for_each_lock(add_contended{});
}

} // namespace kev::bench
