// When does it pay to spin, and does the counter find out? This is lab 07's simulator. Its lock is unfair and wakes one
// thread at a time, as the mutex does. The mutex's own rules (mutex.hpp) decide which threads spin.
//
// As many threads as processors, or four times as many; each works for a random while without the lock, then
// takes it and holds it. A thread that finds it taken spins never, always (four at a time), or as the counter says.
// Two results: acquisitions, and the share of all processor time that was spun away, which other programs could
// have had. The simulation leaves out the caches, and how a real scheduler chooses.
#include <kev/bench/command_line.hpp>
#include <kev/lab07/simulation/convoy.hpp>
#include <kev/lab08/mutex.hpp>

#include "readers_writers.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

namespace {

namespace mutex_bits = kev::lab08::mutex_bits;
using kev::lab08::state_t;
using namespace kev::lab07::simulation;

constexpr char const* usage =
    R"([--table settings|held|readers] [--output text|json] [--milliseconds N] [--runs N]
Simulates each setting for so many milliseconds (200), so many times (1), with other random numbers each time.
  settings   when it pays to spin (default)
  held       lab08_held_bench: four threads on two processors, which keep the lock for 10, 100 or 1000 pauses
  readers    a reader/writer lock: first as it was measured on two processors, then on 4 to 64
Only settings has an output in JSON.)";

// Times are in nanoseconds.
constexpr ticks to_switch = 4000; // lab 02: 600 on one processor, 35000 if an idle one has to wake
constexpr ticks time_slice = 1'000'000;  // if others want the processor
constexpr ticks short_patience = 2'500;  // ours
constexpr std::size_t most_spinners = 4; // the bits that the word has for them

// Each thread spins that may.
class always final : public spin_advice {
public:
    bool may_spin(std::size_t spinning) noexcept override { return spinning < most_spinners; }
    void spin_paid() noexcept override {}
    void spin_failed() noexcept override {}
    void nobody_waits() noexcept override {}
};

// The failures in the mutex's word, by its rules.
class counter final : public spin_advice {
public:
    bool may_spin(std::size_t spinning) noexcept override {
        return spinning < most_spinners && mutex_bits::may_spin(state_);
    }
    void spin_paid() noexcept override { state_ = mutex_bits::spin_paid(state_); }
    void spin_failed() noexcept override { state_ = mutex_bits::spin_failed(state_); }
    void nobody_waits() noexcept override {
        state_ = mutex_bits::unlocked(state_ | mutex_bits::locked);
    }

private:
    state_t state_ = 0;
};

struct setting {
    unsigned processors;
    unsigned threads;
    ticks hold;
    ticks patience;
};

struct outcome {
    double rate = 0; // acquisitions a millisecond
    double spun = 0; // per cent of the processors' time
};

struct effort {
    ticks end;
    ticks runs;
};

parameters parameters_of(setting const& set, ticks spin) {
    parameters given;
    given.lock = policy::unfair;
    given.arrivals = spacing::random;
    // The threads that have a processor can just keep the lock in use. (With an interval for all threads, those without one
    // would only make the others slower, and the processors would be the limit, not the lock.)
    given.interval = set.hold * set.processors;
    given.hold = set.hold;
    given.context_switch = to_switch;
    given.cores = set.processors;
    given.threads = set.threads;
    given.spin = spin;
    given.spinners_first = true;
    given.time_slice = time_slice;
    return given;
}

// The means of all runs.
template <typename Advice>
outcome simulate(parameters given, effort much) {
    outcome sum;
    for (given.seed = 1; given.seed <= much.runs; ++given.seed) {
        Advice advice;
        convoy run(given, nullptr, &advice);
        run.run_until(much.end);
        sum.rate += static_cast<double>(run.so_far().acquisitions);
        sum.spun += static_cast<double>(run.so_far().spun);
    }
    auto const time = static_cast<double>(much.end) * static_cast<double>(much.runs);
    return {.rate = sum.rate / time * 1e6, .spun = 100 * sum.spun / (time * given.cores)};
}

std::vector<setting> all_settings() {
    std::vector<setting> list;
    for (ticks const patience : {short_patience, ticks{160'000}}) { // and as long as the original's
        for (unsigned const processors : {2U, 4U, 8U, 16U, 32U}) {
            for (unsigned const threads : {processors, 4 * processors})
                for (ticks const hold : {200U, 2'000U, 20'000U})
                    list.push_back({processors, threads, hold, patience});
        }
    }
    return list;
}

void print(setting const& set, outcome never, outcome often, outcome counted, bool json) {
    char const* const form =
        json ? "{\"processors\": %u, \"threads\": %u, \"hold_us\": %g, \"patience_us\": %g, "
               "\"never\": %.1f, \"always\": %.1f, \"counter\": %.1f, \"always_spun\": %.2f, "
               "\"counter_spun\": %.2f}"
             : "%10u %7u %4.1f us %5.1f us %9.1f %9.1f %9.1f %8.1f %% %8.1f %%\n";
    std::printf(form, set.processors, set.threads, static_cast<double>(set.hold) / 1e3,
                static_cast<double>(set.patience) / 1e3, never.rate, often.rate, counted.rate,
                often.spun, counted.spun);
}

// As lab08_held_bench: each thread computes for as long as it holds the lock.
void print_held(effort much) {
    std::printf("      held    never   counter  ns for an acquisition\n");
    for (ticks const hold : {240U, 2'400U, 24'000U}) { // a pause of 24 ns, as on AMD
        parameters given =
            parameters_of({.processors = 2, .threads = 4, .hold = hold, .patience = 0}, 0);
        given.arrivals = spacing::fixed;
        given.interval = hold;
        double const never = 1e6 / simulate<always>(given, much).rate;
        given.spin = short_patience;
        double const counted = 1e6 / simulate<counter>(given, much).rate;
        std::printf("%7.2f us %8.0f %8.0f\n", static_cast<double>(hold) / 1e3, never, counted);
    }
}

// Four threads for two processors, and beyond them one thread for each.
void print_readers(unsigned processors, ticks hold, ticks line, effort much) {
    parameters given = parameters_of({processors, processors == 2 ? 4 : processors, hold, 0}, 0);
    given.interval = processors == 2 ? 0 : hold; // the benchmark has no work between two turns
    auto const ns_a_turn = [&](unsigned one_in, ticks spin) {
        given.spin = spin;
        double turns = 0;
        for (given.seed = 1; given.seed <= much.runs; ++given.seed) {
            kev::lab08::readers_writers run(given, one_in, line);
            run.run_until(much.end);
            turns += static_cast<double>(run.so_far().acquisitions);
        }
        return static_cast<double>(much.end) * static_cast<double>(much.runs) / turns;
    };
    double const alone = ns_a_turn(1, short_patience); // a mutex: each turn is alone
    for (unsigned const one_in : {0U, 100U, 16U, 2U})
        std::printf("%10u %6u %6u %7u %8.0f %8.0f %8.0f\n", processors, unsigned(hold),
                    unsigned(line), one_in, ns_a_turn(one_in, short_patience), ns_a_turn(one_in, 0),
                    alone);
}

void print_all_readers(effort much) {
    std::printf("processors   hold   line  one in    spins    never    mutex  ns a turn\n");
    print_readers(2, 240, 20, much); // as on AMD
    print_readers(2, 190, 90, much); // as on Intel
    for (unsigned const processors : {4U, 16U, 64U})
        for (ticks const line : {20U, 90U}) print_readers(processors, 240, line, much);
}

void print_settings(effort much, bool json) {
    std::printf(json ? "{\"rows\": ["
                     : "                                   acquisitions a millisecond        time "
                       "spun away\nprocessors threads hold    patience     never    always   "
                       "counter    always    counter\n");
    bool first = true;
    for (setting const& each : all_settings()) {
        outcome const never = simulate<always>(parameters_of(each, 0), much);
        outcome const often = simulate<always>(parameters_of(each, each.patience), much);
        outcome const counted = simulate<counter>(parameters_of(each, each.patience), much);
        if (json && !first) std::printf(", ");
        print(each, never, often, counted, json);
        first = false;
    }
    if (json) std::printf("]}\n");
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, usage);
    std::string_view const table = line.choice("--table", {"settings", "held", "readers"});
    bool const json = line.choice("--output", {"text", "json"}) == "json";
    effort const much{.end = line.number("--milliseconds", 200, 1, 100'000) * 1'000'000,
                      .runs = line.number("--runs", 1, 1, 1000)};
    line.finish();
    if (table == "held")
        print_held(much);
    else if (table == "readers")
        print_all_readers(much);
    else
        print_settings(much, json);
    return 0;
}
