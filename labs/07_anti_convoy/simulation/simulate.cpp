// Simulates one lock under load and prints what happens to it: see usage below.
#include <kev/bench/command_line.hpp>
#include <kev/bench/contention.hpp>
#include <kev/lab07/simulation/convoy.hpp>
#include <kev/lab07/simulation/spin_counter.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace kev::lab07::simulation;
using kev::bench::command_line;

constexpr char const* usage =
    R"([OPTIONS]
All times are in cycles, or all in another unit. The default of an option is the number of the article
that the lesson retells.
  --lock L            hand-off (fair), unfair, or bounded
  --interval T        between two arrivals (2000); with --threads: a thread's work between two turns
  --arrivals A        fixed or random: whether all intervals are T or only their mean
  --first T,T,...     when the first threads arrive (0); without --threads
  --hold T            time under the lock (1000)
  --switch T          a context switch (4000)
  --cores N           0, the default: no limit
  --threads N         a closed system of N threads; 0, the default: every arrival is a new thread
  --spin T            how long a waiter watches the lock before it sleeps (0)
  --spin-for-ever     waiters never sleep
  --counter           a waiter spins only if the lock's count of spins in vain allows it (lab 08)
  --spinners-first    no thread is woken while another thread spins
  --wake-every-time   each release wakes a thread, even if a woken thread does not run yet
  --patience T        the patience of the bounded lock (1000000)
  --time-slice T      0, the default: a thread keeps its core until it sleeps
  --no-boost          a woken thread is last in the queue for a core
  --disturb-at T --disturb-hold T   the first owner after that moment holds the lock so long
  --until T           how long to simulate (1000000)
  --points N          how often to print the queue meanwhile (50)
  --seed N            (1)
  --output F          text, json or csv)";

struct plan {
    parameters given;
    ticks until = 0;
    ticks points = 0;
    std::string_view output;
    bool counter = false;
};

// The state of the queue at one moment.
struct point {
    ticks time;
    std::uint64_t waiting;
    std::uint64_t acquisitions;
};

constexpr ticks most = 4'294'967'295;

plan read_plan(command_line& line) {
    plan read;
    parameters& given = read.given;
    std::string_view const lock = line.choice("--lock", {"hand-off", "unfair", "bounded"});
    given.lock = lock == "unfair"    ? policy::unfair
                 : lock == "bounded" ? policy::bounded
                                     : policy::hand_off;
    given.arrivals = line.choice("--arrivals", {"fixed", "random"}) == "random" ? spacing::random
                                                                                : spacing::fixed;
    given.interval = line.number("--interval", given.interval, 0, most);
    given.hold = line.number("--hold", given.hold, 0, most);
    given.context_switch = line.number("--switch", given.context_switch, 0, most);
    given.cores = static_cast<unsigned>(line.number("--cores", 0, 0, 1'000'000));
    given.threads = static_cast<unsigned>(line.number("--threads", 0, 0, 1'000'000));
    given.spin = line.number("--spin", 0, 0, most);
    if (line.has("--spin-for-ever")) given.spin = for_ever;
    given.spinners_first = line.has("--spinners-first");
    read.counter = line.has("--counter");
    given.wake_bit = !line.has("--wake-every-time");
    given.patience = line.number("--patience", given.patience, 0, for_ever);
    given.time_slice = line.number("--time-slice", 0, 0, for_ever >> 1);
    given.boost = !line.has("--no-boost");
    given.disturb_at = line.number("--disturb-at", 0, 0, for_ever);
    given.disturb_hold = line.number("--disturb-hold", 0, 0, most);
    given.first_arrivals = line.numbers("--first", given.first_arrivals);
    given.seed = line.number("--seed", 1, 0, for_ever);
    read.until = line.number("--until", 1'000'000, 1, ticks{1} << 62);
    read.points = line.number("--points", 50, 1, 1'000'000);
    read.output = line.choice("--output", {"text", "json", "csv"});
    line.finish();
    if (std::string_view const fault = fault_of(given); !fault.empty())
        line.refuse(std::string(fault));
    return read;
}

std::vector<point> run_all(convoy& run, plan const& wanted) {
    std::vector<point> seen;
    for (ticks i = 1; i <= wanted.points; ++i) {
        ticks const whole = wanted.until / wanted.points * i;
        ticks const rest = wanted.until % wanted.points * i / wanted.points;
        run.run_until(whole + rest);
        seen.push_back({run.now(), run.waiting(), run.so_far().acquisitions});
    }
    return seen;
}

struct named {
    char const* name;
    double value;
};

// Describes a whole run. Times are shares of the whole run.
std::vector<named> told(convoy const& run, plan const& wanted) {
    totals const& got = run.so_far();
    auto const time = static_cast<double>(run.now());
    auto const number = [](std::uint64_t count) { return static_cast<double>(count); };
    std::vector<named> list{{"acquisitions", number(got.acquisitions)},
                            {"acquisitions_per_1000_holds",
                             1000.0 * number(got.acquisitions) * number(wanted.given.hold) / time},
                            {"waiting_at_the_end", number(run.waiting())},
                            {"mean_waiting", got.waited / time},
                            {"most_waiting", number(got.most_waiting)},
                            {"longest_wait", number(got.longest_wait)},
                            {"most_overtaken", number(got.most_overtaken)},
                            {"share_held", number(got.held) / time},
                            {"share_handed_off", number(got.handed_off) / time},
                            {"share_free", number(got.free) / time},
                            {"switches", number(got.switches)},
                            {"sleeps", number(got.sleeps)},
                            {"futile_wakes", number(got.futile_wakes)},
                            {"hand_offs", number(got.hand_offs)},
                            {"spins_won", number(got.spins_won)},
                            {"spins_lost", number(got.spins_lost)},
                            {"turned_away", number(got.turned_away)},
                            {"spun", number(got.spun)},
                            {"events", number(got.events)}};
    if (wanted.given.threads > 0) {
        std::vector<double> shares;
        for (std::uint64_t const each : run.turns()) shares.push_back(number(each));
        list.insert(list.end() - 1, {"jain", kev::bench::jain_index(shares)});
    }
    return list;
}

void print_json(std::vector<named> const& list, std::vector<point> const& points, double seconds) {
    std::printf("{\"totals\": {");
    char const* between = "";
    for (named const& each : list) {
        std::printf("%s\"%s\": %.10g", between, each.name, each.value);
        between = ", ";
    }
    std::printf("},\n\"seconds\": %.6f,\n\"points\": [", seconds);
    between = "\n  ";
    for (point const& each : points) {
        std::printf("%s{\"time\": %llu, \"waiting\": %llu, \"acquisitions\": %llu}", between,
                    static_cast<unsigned long long>(each.time),
                    static_cast<unsigned long long>(each.waiting),
                    static_cast<unsigned long long>(each.acquisitions));
        between = ",\n  ";
    }
    std::printf("\n]}\n");
}

void print_csv(std::vector<point> const& points) {
    std::printf("time,waiting,acquisitions\n");
    for (point const& each : points) {
        std::printf("%llu,%llu,%llu\n", static_cast<unsigned long long>(each.time),
                    static_cast<unsigned long long>(each.waiting),
                    static_cast<unsigned long long>(each.acquisitions));
    }
}

void print_text(std::vector<named> const& list, std::vector<point> const& points, double seconds) {
    std::printf("%16s %10s %14s\n", "time", "waiting", "acquisitions");
    for (point const& each : points) {
        std::printf("%16llu %10llu %14llu\n", static_cast<unsigned long long>(each.time),
                    static_cast<unsigned long long>(each.waiting),
                    static_cast<unsigned long long>(each.acquisitions));
    }
    std::printf("\n");
    for (named const& each : list) std::printf("%-28s %.6g\n", each.name, each.value);
    std::printf("%-28s %.3g million\n", "simulated events a second",
                list.back().value / seconds / 1e6);
}

} // namespace

int main(int argc, char** argv) {
    command_line line(argc, argv, usage);
    plan const wanted = read_plan(line);
    spin_counter counter;
    convoy run(wanted.given, nullptr, wanted.counter ? &counter : nullptr);
    auto const start = std::chrono::steady_clock::now();
    std::vector<point> const points = run_all(run, wanted);
    std::chrono::duration<double> const took = std::chrono::steady_clock::now() - start;
    std::vector<named> const list = told(run, wanted);
    if (wanted.output == "json")
        print_json(list, points, took.count());
    else if (wanted.output == "csv")
        print_csv(points);
    else
        print_text(list, points, took.count());
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::perror("lab07_simulate: cannot write");
        return 1;
    }
    return 0;
}
