// Runs the locks under one load, by turns, so that other programs on the machine disturb all locks alike. Without options
// this is P1: eight threads that only lock and unlock. The usage text says what is counted.
#include "lists.hpp"
#include "locks.hpp"
#include "running_load.hpp"

#include <kev/bench/command_line.hpp>
#include <kev/bench/scheduling.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab07;

constexpr char const* usage =
    R"([OPTIONS]
  --locks A,B,...    which locks; without it, all
  --threads N        1 to 256 (8)
  --hold NS          how long a thread computes under the lock (0)
  --gap NS           how long a thread computes between two turns (0)
  --warm-up MS       how long each round runs before turns are counted (50)
  --milliseconds N   how long turns are counted (50)
  --rounds N         how many rounds each lock has (7)
  --timed            measure waits, too; each turn then reads the clock twice
  --json             print one JSON object instead of a line for each lock
Printed for each round: acquisitions a second; sleeps on the keyed event for each acquisition, if the lock
has one; context switches for each acquisition, if the system counts them; Jain's index of the threads'
turns; with --timed the longest wait in microseconds, and the most turns of others during one wait.)";

struct plan {
    load asked;
    std::chrono::milliseconds length{};
    std::uint64_t rounds = 0;
    std::string locks; // ",A,B,"; empty for all
    bool json = false;

    bool has(std::string_view lock) const {
        return locks.empty() || locks.find("," + std::string(lock) + ",") != std::string::npos;
    }
};

plan read_plan(kev::bench::command_line& line) {
    plan read;
    std::string_view const locks = line.text("--locks", "");
    if (!locks.empty()) read.locks = "," + std::string(locks) + ",";
    read.asked.threads = static_cast<int>(line.number("--threads", 8, 1, 256));
    read.asked.hold = nanoseconds(line.number("--hold", 0, 0, 1'000'000'000));
    read.asked.gap = nanoseconds(line.number("--gap", 0, 0, 1'000'000'000));
    read.asked.timed = line.has("--timed");
    read.asked.warm_up = std::chrono::milliseconds(line.number("--warm-up", 50, 0, 60'000));
    read.length = std::chrono::milliseconds(line.number("--milliseconds", 50, 1, 60'000));
    read.rounds = line.number("--rounds", 7, 1, 1000);
    read.json = line.has("--json");
    line.finish();
    return read;
}

template <typename Lock>
void run_round(plan const& wanted, number_lists& seen) {
    running_load<Lock> running(wanted.asked);
    load_result const got = running.run([&] { std::this_thread::sleep_for(wanted.length); });
    auto const count = static_cast<double>(std::max<std::uint64_t>(1, got.acquisitions));
    seen.add("per_second", count / got.seconds);
    if (sleeps_on_keyed_events<Lock>) seen.add("sleeps", static_cast<double>(got.sleeps) / count);
    if (kev::bench::switches_are_counted())
        seen.add("switches", static_cast<double>(got.switches) / count);
    seen.add("jain", got.jain);
    if (!wanted.asked.timed) return;
    seen.add("longest_wait", std::chrono::duration<double, std::micro>(got.longest_wait).count());
    seen.add("most_passed", static_cast<double>(got.most_passed));
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, usage);
    plan const wanted = read_plan(line);
    std::vector<number_lists> seen;
    for_each_lock([&]<typename Lock>(char const* name) {
        if (wanted.has(name)) seen.emplace_back(name);
    });
    auto const commas = std::count(wanted.locks.begin(), wanted.locks.end(), ',');
    if (commas > 0 && std::ssize(seen) != commas - 1)
        line.refuse("--locks names one that there is not, or one twice; see lab07_convoy --list");
    for (std::uint64_t round = 0; round < wanted.rounds; ++round) {
        std::size_t next = 0;
        for_each_lock([&]<typename Lock>(char const* name) {
            if (wanted.has(name)) run_round<Lock>(wanted, seen[next++]);
        });
    }
    print(seen, wanted.json);
    return 0;
}
