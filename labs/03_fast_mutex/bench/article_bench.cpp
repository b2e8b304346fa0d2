// The article's benchmark: four threads count one number up, 2^24 times each, under one lock.
// `--scale=1` is the article's size. Not article_mutex: it can hang.
#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>
#include <kev/lab03/spinning_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace kev::bench {

namespace {

constexpr int threads = 4;

struct add_article {
    template <typename Lock>
    void operator()(std::string const& name) const {
        auto const turns =
            std::max<std::uint64_t>(1, static_cast<std::uint64_t>((1 << 24) * scale()));
        std::string const full = "article/" + name + "/threads:" + std::to_string(threads);
        benchmark::RegisterBenchmark(full.c_str(), contended<Lock>, threads, turns)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    }
};

} // namespace

void register_all() {
    add_article const add;
    add.operator()<lab03::fast_mutex>("fast_mutex");
    // A against A: how far apart two rows of the same lock are is the noise of the rest.
    add.operator()<lab03::fast_mutex>("fast_mutex_again");
    add.operator()<lab03::asymmetric_mutex>("asymmetric_mutex");
    add.operator()<lab03::no_wake_bit_mutex>("no_wake_bit_mutex");
    add.operator()<lab03::spinning_mutex>("spinning_mutex");
    add.operator()<lab03::yielding_mutex>("yielding_mutex");
    for_each_system_lock(add);
}

} // namespace kev::bench
