// Shows what follows one long hold. Threads start fresh. After a while one owner sleeps for some milliseconds while it owns
// the lock, as if it had touched a page that is on a disk. The program counts the acquisitions in each millisecond, round by
// round, with the locks by turns.
//
//   lab07_recovery [--rounds N] [--json]
#include "lists.hpp"
#include "locks.hpp"
#include "running_load.hpp"

#include <kev/bench/command_line.hpp>

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab07;
using namespace std::chrono_literals;

constexpr auto before = 60ms;
constexpr auto long_hold = 10ms;
constexpr auto length = 140ms;
constexpr auto bin = 1ms;

template <typename Lock>
void run_round(number_lists& seen) {
    load asked;
    asked.threads = 8;
    asked.hold = 1us;
    asked.gap = 5us;
    asked.bin = bin;
    asked.bins = length / bin;
    running_load<Lock> running(asked);
    load_result const got = running.run([&] {
        std::this_thread::sleep_for(before);
        running.disturb(long_hold);
        std::this_thread::sleep_for(length - before);
    });
    for (std::uint64_t const turns : got.bins) seen.add("turns", static_cast<double>(turns));
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, "[--rounds N] [--json]");
    std::uint64_t const rounds = line.number("--rounds", 9, 1, 1000);
    bool const json = line.has("--json");
    line.finish();
    std::vector<number_lists> seen{number_lists("handoff_mutex"), number_lists("unfair_mutex"),
                                   number_lists("bounded_mutex")};
    for (std::uint64_t round = 0; round < rounds; ++round) {
        run_round<handoff_mutex>(seen[0]);
        run_round<unfair_mutex>(seen[1]);
        run_round<bounded_mutex>(seen[2]);
    }
    print(seen, json);
    return 0;
}
