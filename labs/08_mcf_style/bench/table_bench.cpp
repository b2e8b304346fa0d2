// The table that mcfgthread publishes, in two forms: as there, where an iteration holds the lock twice
// and yields once, and without the yield. The work of all threads together is the same in every row.
// `--scale=1` is the size of the published first row, 20 million iterations.
#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>

#include "locks.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace kev::bench {

namespace {

struct yield_every_other_turn {
    void operator()(std::uint64_t turn) const noexcept {
        if (turn % 2 == 0) kev::yield();
    }
};

template <typename Pause>
struct add_row {
    char const* form;
    double size; // of the published one
    int threads;

    template <typename Lock>
    void operator()(std::string const& name) const {
        auto const all = static_cast<std::uint64_t>(40e6 * scale() * size);
        auto const turns = std::max<std::uint64_t>(2, all / static_cast<std::uint64_t>(threads));
        std::string const full =
            std::string(form) + "/" + name + "/threads:" + std::to_string(threads);
        benchmark::RegisterBenchmark(full.c_str(), contended<Lock, Pause>, threads, turns)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    }
};

} // namespace

void register_all() {
    for (int threads : {1, 2, 4, 6, 10, 20, 60, 200}) {
        for_each_lock(add_row<no_pause>{"tight", 8, threads});
        // A yield takes as long as twenty acquisitions: a fifth of the size takes as much time.
        for_mutex_and_peers(add_row<yield_every_other_turn>{"yielding", 0.25, threads});
    }
}

} // namespace kev::bench
