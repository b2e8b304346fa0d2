// Shows a convoy while it happens: threads come back to one lock, and this program prints how many of them wait and how many
// get the lock. It can also record what each thread does for a few milliseconds. `./kev convoy` shows and draws the output.
#include "locks.hpp"
#include "running_load.hpp"
#include "sleeping.hpp"

#include <kev/bench/command_line.hpp>
#include <kev/bench/scheduling.hpp>
#include <kev/trace/trace_events.hpp>
#include <kev/trace/traced_lock.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab07;
using namespace std::chrono_literals;
using time_point = std::chrono::steady_clock::time_point;

constexpr char const* usage =
    R"([OPTIONS]
  --lock NAME       which lock; --list prints their names (handoff_mutex)
  --threads N       1 to 256 (8)
  --hold NS         how long a thread computes under the lock (2000)
  --gap NS          how long a thread computes between two turns (6000)
  --milliseconds N  how long the program runs (2000)
  --interval MS     time between two lines (100)
  --disturb MS      at half-time one owner sleeps so long with the lock (0: none)
  --trace FILE      record what the threads do at half-time, as trace-event JSON
  --window MS       how long the record lasts (2)
  --room N          the most entries of a thread in the record (60000)
  --json            print JSON objects instead of text, one on each line)";

struct plan {
    std::string lock;
    load asked;
    std::chrono::milliseconds length{};
    std::chrono::milliseconds interval{};
    std::chrono::milliseconds disturbance{};
    std::chrono::milliseconds window{};
    std::string trace;
    std::size_t room = 0;
    bool json = false;
};

// Set by Ctrl-C. Then the run ends early and prints what it has seen.
std::sig_atomic_t volatile asked_to_stop = 0;

void on_signal(int) {
    asked_to_stop = 1;
}

plan read_plan(kev::bench::command_line& line) {
    plan read;
    read.lock = line.text("--lock", "handoff_mutex");
    read.asked.threads = static_cast<int>(line.number("--threads", 8, 1, 256));
    read.asked.hold = nanoseconds(line.number("--hold", 2000, 0, 1'000'000'000));
    read.asked.gap = nanoseconds(line.number("--gap", 6000, 0, 1'000'000'000));
    read.length = std::chrono::milliseconds(line.number("--milliseconds", 2000, 1, 3'600'000));
    read.interval = std::chrono::milliseconds(line.number("--interval", 100, 1, 60'000));
    read.disturbance = std::chrono::milliseconds(line.number("--disturb", 0, 0, 60'000));
    read.trace = line.text("--trace", "");
    read.window = std::chrono::milliseconds(line.number("--window", 2, 1, 10'000));
    read.room = static_cast<std::size_t>(line.number("--room", 60'000, 100, 10'000'000));
    read.json = line.has("--json");
    line.finish();
    return read;
}

// Counts what the threads do between two lines of output.
class observer {
public:
    observer(std::vector<seat> const& seats, plan const& wanted) : seats_(seats), wanted_(wanted) {}

    // Looks at the threads at intervals until the end, and prints a line when one is due.
    void watch_until(time_point end) {
        for (auto now = std::chrono::steady_clock::now(); now < end && asked_to_stop == 0;
             now = std::chrono::steady_clock::now()) {
            if (now >= next_line_) print_line(now);
            look();
            std::this_thread::sleep_until(std::min(now + look_every(), end));
        }
    }

    void print_line(time_point now) {
        std::uint64_t turns = 0;
        // relaxed: a count that is only shown.
        for (seat const& each : seats_) turns += each.turns.load(std::memory_order_relaxed);
        std::chrono::duration<double> const passed = now - last_line_;
        if (looks_ > 0) {
            double const mean = static_cast<double>(waiting_) / static_cast<double>(looks_);
            double const rate = static_cast<double>(turns - turns_) / passed.count();
            std::printf(
                wanted_.json ? "{\"milliseconds\": %.0f, \"waiting\": %.2f, \"most\": %zu, "
                               "\"per_second\": %.0f}\n"
                             : "%6.0f ms  %5.2f waiting on average, %3zu at most  %9.0f a second\n",
                std::chrono::duration<double, std::milli>(now - start_).count(), mean, most_, rate);
            std::fflush(stdout);
        }
        turns_ = turns;
        looks_ = waiting_ = most_ = 0;
        last_line_ = now;
        next_line_ += wanted_.interval;
    }

private:
    nanoseconds look_every() const noexcept {
        return std::min<nanoseconds>(5ms, std::max<nanoseconds>(wanted_.interval / 10, 100us));
    }

    void look() {
        std::size_t waiting = 0;
        // relaxed: a count that is only shown.
        for (seat const& each : seats_) waiting += each.waiting.load(std::memory_order_relaxed);
        ++looks_;
        waiting_ += waiting;
        most_ = std::max(most_, waiting);
    }

    std::vector<seat> const& seats_;
    plan const& wanted_;
    time_point const start_ = std::chrono::steady_clock::now();
    time_point last_line_ = start_;
    time_point next_line_ = start_ + wanted_.interval;
    std::uint64_t turns_ = 0;
    std::size_t looks_ = 0;
    std::size_t waiting_ = 0;
    std::size_t most_ = 0;
};

// Prints a number for each acquisition, if it was counted.
void print_each(bool counted, plan const& wanted, char const* name, std::uint64_t all,
                double count) {
    if (!counted) return;
    std::printf(wanted.json ? ", \"%s\": %.4f" : ", %s %.4f an acquisition", name,
                static_cast<double>(all) / count);
}

template <typename Lock>
void print_summary(plan const& wanted, load_result const& got) {
    auto const count = static_cast<double>(std::max<std::uint64_t>(1, got.acquisitions));
    std::printf(wanted.json ? "{\"summary\": {\"lock\": \"%s\", \"acquisitions\": %llu, "
                              "\"seconds\": %.3f, \"per_second\": %.0f"
                            : "%s: %llu acquisitions in %.3f s, %.0f a second",
                wanted.lock.c_str(), static_cast<unsigned long long>(got.acquisitions), got.seconds,
                count / got.seconds);
    print_each(sleeps_on_keyed_events<Lock>, wanted, "sleeps", got.sleeps, count);
    print_each(kev::bench::switches_are_counted(), wanted, "switches", got.switches, count);
    std::printf(wanted.json ? ", \"jain\": %.4f}}\n" : ", Jain's index %.4f\n", got.jain);
}

kev::trace::facts facts_of(plan const& wanted) {
    return {{"lock", wanted.lock},
            {"threads", std::to_string(wanted.asked.threads)},
            {"hold_ns", std::to_string(wanted.asked.hold.count())},
            {"gap_ns", std::to_string(wanted.asked.gap.count())},
            {"processors", std::to_string(std::thread::hardware_concurrency())},
            {"sleeping_is_traced", sleeping_is_traced() ? "yes" : "no"}};
}

bool write_trace(plan const& wanted, std::vector<kev::trace::log> const& logs, std::int64_t from,
                 std::int64_t to) {
    std::int64_t const end = std::min(to, kev::trace::complete_until(logs));
    std::FILE* const file = std::fopen(wanted.trace.c_str(), "w");
    bool written =
        file != nullptr && kev::trace::write_trace_events(file, kev::trace::lanes(logs, from, end),
                                                          logs.size(), facts_of(wanted));
    int const fault = errno;
    if (file != nullptr) written = std::fclose(file) == 0 && written;
    if (!written)
        std::fprintf(stderr, "cannot write %s: %s\n", wanted.trace.c_str(),
                     std::generic_category().message(fault).c_str());
    return written;
}

std::vector<bool> who_waits(std::vector<seat> const& seats) {
    std::vector<bool> waiting;
    // relaxed: a flag that is only shown.
    for (seat const& each : seats) waiting.push_back(each.waiting.load(std::memory_order_relaxed));
    return waiting;
}

template <typename Lock>
int run_plain(plan const& wanted) {
    running_load<Lock> running(wanted.asked);
    load_result const got = running.run([&] {
        observer seen(running.seats(), wanted);
        auto const start = std::chrono::steady_clock::now();
        seen.watch_until(start + wanted.length / 2);
        if (wanted.disturbance > 0ms) running.disturb(wanted.disturbance);
        seen.watch_until(start + wanted.length);
    });
    print_summary<Lock>(wanted, got);
    return 0;
}

template <typename Lock>
int run_traced(plan const& wanted) {
    std::vector<kev::trace::log> logs(static_cast<std::size_t>(wanted.asked.threads),
                                      kev::trace::log(0));
    for (kev::trace::log& each : logs) each = kev::trace::log(wanted.room);
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::vector<bool> waited;
    running_load<kev::trace::traced_lock<Lock>> running(wanted.asked);
    load_result const got = running.run(
        [&] {
            observer seen(running.seats(), wanted);
            auto const start = std::chrono::steady_clock::now();
            seen.watch_until(start + wanted.length / 2);
            if (wanted.disturbance > 0ms) running.disturb(wanted.disturbance);
            waited = who_waits(running.seats());
            kev::trace::recording() = true;
            from = kev::trace::log::now();
            std::this_thread::sleep_for(wanted.window);
            to = kev::trace::log::now();
            kev::trace::recording() = false;
            seen.watch_until(start + wanted.length);
        },
        &logs);
    // A thread that waited all that time has written nothing, so its wait is added here.
    for (std::size_t i = 0; i < logs.size(); ++i)
        if (waited[i] && logs[i].entries().empty())
            logs[i].add({from, nullptr, kev::trace::what::arrive});
    print_summary<Lock>(wanted, got);
    return write_trace(wanted, logs, from, to) ? 0 : 1;
}

int run(plan const& wanted, kev::bench::command_line const& line) {
    int status = -1;
    std::string names;
    for_each_lock([&]<typename Lock>(std::string_view name) {
        names += (names.empty() ? "" : ", ") + std::string(name);
        if (name == wanted.lock)
            status = wanted.trace.empty() ? run_plain<Lock>(wanted) : run_traced<Lock>(wanted);
    });
    if (status < 0) line.refuse("--lock is one of " + names + ", not '" + wanted.lock + "'");
    return status;
}

// Whether this process has only one processor, as far as the system says.
bool only_one_processor() {
    bool const pinned = kev::bench::pin_this_thread(0);
    bool const alone = pinned && !kev::bench::pin_this_thread(1);
    if (pinned) kev::bench::unpin_this_thread();
    return alone || std::thread::hardware_concurrency() < 2;
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, usage);
    if (line.has("--list")) {
        for_each_lock([]<typename Lock>(char const* name) { std::printf("%s\n", name); });
        return 0;
    }
    plan const wanted = read_plan(line);
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    if (only_one_processor())
        std::fprintf(stderr,
                     "only one processor: threads meet at the lock only if the owner loses the "
                     "processor. There is still a convoy, and it is slower\n");
    return run(wanted, line);
}
