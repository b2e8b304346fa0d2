// The table that mcfgthread publishes, in two forms: as there, where an iteration holds the lock twice
// and yields once, and without the yield. `--full-size` is the size of the published first row, 20 million iterations,
// in every row.
#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>

#include "locks.hpp"

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
    int threads;

    template <typename Lock>
    void operator()(std::string const& name) const {
        constexpr std::uint64_t all = 40'000'000;
        register_contended<Lock, Pause>(std::string(form) + "/" + name +
                                            "/threads:" + std::to_string(threads),
                                        threads, all / static_cast<std::uint64_t>(threads));
    }
};

} // namespace

void register_all() {
    for (int threads : {1, 2, 4, 6, 10, 20, 60, 200}) {
        all_locks.measure(add_row<no_pause>{"tight", threads});
        mutex_and_peers.measure(add_row<yield_every_other_turn>{"yielding", threads});
    }
}

} // namespace kev::bench
