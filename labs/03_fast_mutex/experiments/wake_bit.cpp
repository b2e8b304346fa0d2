// The saving of the wake bit (M5): threads fight for one lock, with the bit and without it, by turns. The
// program counts the sleeps, which are as many as the wake-ups, and the context switches.
//
// Sixteen threads hold the lock for some hundred nanoseconds each. Then an owner loses its processor
// inside the section in every round, and waiters gather, whatever else the machine does. With an empty
// section and four threads, as in the article's benchmark, the difference is smaller, and vanishes on a
// busy machine.
//
//   lab03_wake_bit [--rounds N] [--json]
#include <kev/bench/command_line.hpp>
#include <kev/bench/contention.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using kev::bench::contended_result;

constexpr int threads = 16;
constexpr std::uint64_t turns = 12'000;
constexpr int pauses = 20;

// A lock whose owner stays for a while.
template <typename Mutex>
class held_for_long {
public:
    void lock() noexcept {
        mutex_.lock();
        for (int i = 0; i < pauses; ++i) kev::relax();
    }
    void unlock() noexcept { mutex_.unlock(); }

private:
    Mutex mutex_;
};

// The results of one variant's rounds, a list of numbers for each.
struct column {
    char const* name;
    std::string sleeps{};
    std::string switches{};
};

void append(std::string& list, std::uint64_t count, std::uint64_t acquisitions) {
    double const share = 1000.0 * static_cast<double>(count) / static_cast<double>(acquisitions);
    list += (list.empty() ? "" : ", ") + std::to_string(share);
}

template <typename Mutex>
void run_round(column& to) {
    contended_result const round =
        kev::bench::contention<held_for_long<Mutex>>(threads, turns).run();
    append(to.sleeps, round.sleeps, round.acquisitions);
    append(to.switches, round.switches, round.acquisitions);
}

void print(column const& shown, bool json) {
    char const* const form = json ? "{\"name\": \"%s\", \"sleeps\": [%s], \"switches\": [%s]}"
                                  : "%s\n  sleeps in 1000 acquisitions:           %s\n  context "
                                    "switches in 1000 acquisitions: %s\n";
    std::printf(form, shown.name, shown.sleeps.c_str(), shown.switches.c_str());
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, "[--rounds N] [--json]\nN: 9 if not given");
    std::uint64_t const rounds = line.number("--rounds", 9, 1, 1'000'000);
    bool const json = line.has("--json");
    line.finish();
    column with{"fast_mutex"};
    column without{"no_wake_bit_mutex"};
    for (std::uint64_t round = 0; round < rounds; ++round) { // by turns: noise falls on both
        run_round<kev::lab03::fast_mutex>(with);
        run_round<kev::lab03::no_wake_bit_mutex>(without);
    }
    if (json) std::printf("{\"variants\": [");
    print(with, json);
    if (json) std::printf(", ");
    print(without, json);
    if (json) std::printf("]}\n");
    return 0;
}
