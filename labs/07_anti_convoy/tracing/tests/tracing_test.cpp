// A trace of real threads shows one owner at a time, and which threads were woken.
#include "../../experiments/running_load.hpp"
#include "../sleeping.hpp"

#include <kev/lab07/handoff_mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/trace/lanes.hpp>
#include <kev/trace/traced_lock.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab07 {
namespace {

// A convoy of four threads, from its beginning until they have taken `turns` turns.
std::vector<trace::log> traced_convoy(std::uint64_t turns) {
    std::vector<trace::log> logs;
    for (int i = 0; i < 4; ++i) logs.emplace_back(std::size_t{200'000});
    running_load<trace::traced_lock<handoff_mutex>> running(
        {.threads = 4, .hold = nanoseconds(500), .gap = nanoseconds(200)});
    trace::recording() = true;
    running.run(
        [&] {
            testing::wait_until_true([&] {
                std::uint64_t sum = 0;
                for (seat const& each : running.seats()) sum += each.turns;
                return sum >= turns;
            });
        },
        &logs);
    trace::recording() = false;
    return logs;
}

TEST(Tracing, OwnersFollowEachOtherAndSleepersAreSeenToBeWoken) {
    std::vector<trace::log> const logs = traced_convoy(20'000);
    std::int64_t const end = std::min(trace::log::now(), trace::complete_until(logs));
    std::vector<trace::stretch> const all = trace::lanes(logs, 0, end);
    std::vector<trace::stretch> owners;
    std::size_t on_their_way = 0;
    for (trace::stretch const& each : all) {
        EXPECT_LE(each.from, each.to);
        if (each.doing == trace::state::owning) owners.push_back(each);
        on_their_way += each.doing == trace::state::on_its_way ? 1 : 0;
    }
    std::sort(owners.begin(), owners.end(),
              [](auto const& one, auto const& other) { return one.from < other.from; });
    for (std::size_t i = 1; i < owners.size(); ++i) ASSERT_LE(owners[i - 1].to, owners[i].from);
    EXPECT_GT(owners.size(), 1'000U);
    if (!sleeping_is_traced()) GTEST_SKIP() << "this linker cannot wrap functions";
    EXPECT_GT(on_their_way, 20U);
}

} // namespace
} // namespace kev::lab07
