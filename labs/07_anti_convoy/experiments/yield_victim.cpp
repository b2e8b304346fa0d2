// Who pays for waiters that do not sleep? As in lab 03: one thread owns a lock for milliseconds at
// a time, two others want it, and a thread of low priority wants to compute on the processor that
// the owner does not use. The output is how many steps a second that thread makes, for each lock.
//
//   lab07_yield_victim [--milliseconds N] [--json]
#include "lists.hpp"
#include "locks.hpp"

#include <kev/bench/background.hpp>
#include <kev/bench/command_line.hpp>

#include <chrono>
#include <vector>

namespace {

using namespace kev::lab07;
using kev::bench::background_speed;

constexpr int rounds = 5;

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv,
                                  "[--milliseconds N] [--json]\nN: for each lock (600)");
    std::chrono::duration<double> const length(
        static_cast<double>(line.number("--milliseconds", 600, 10, 600'000)) / 1000 / rounds);
    bool const json = line.has("--json");
    line.finish();
    if (!kev::bench::can_measure_background_speed()) {
        print({}, json);
        return 0;
    }
    std::vector<number_lists> seen{number_lists("nobody waits"), number_lists("handoff_mutex"),
                                   number_lists("unfair_mutex"), number_lists("bounded_mutex"),
                                   number_lists("ticket_mutex"), number_lists("mcs_mutex")};
    for (int round = 0; round < rounds; ++round) {
        seen[0].add("steps", background_speed<kev::bench::no_lock>(length, 0));
        seen[1].add("steps", background_speed<handoff_mutex>(length, 2));
        seen[2].add("steps", background_speed<unfair_mutex>(length, 2));
        seen[3].add("steps", background_speed<bounded_mutex>(length, 2));
        seen[4].add("steps", background_speed<ticket_mutex>(length, 2));
        seen[5].add("steps", background_speed<mcs_mutex>(length, 2));
    }
    print(seen, json);
    return 0;
}
