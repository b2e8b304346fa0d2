// The cost of the two ways to sleep, in the mutex: this program is built in both. To compare, let them run by turns:
//
//   for round in 1 2 3 4 5; do lab08_ways 2000000; lab08_keyed_ways 2000000; done
//
// The first argument is the number of acquisitions of the first rows; the others have fewer. With a second, only the rows
// run whose name begins with it, as under `strace -f -c`. Each line has the way, the row, and
// for one acquisition: nanoseconds, calls of the kernel to sleep or to wake, of these the sleeps, and context switches. The
// last column is Jain's index of fairness. (Calls of the guards of the emulation's table are not counted.)
#include <kev/bench/contention.hpp>
#include <kev/bench/scheduling.hpp>
#include <kev/lab08/mutex.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using kev::bench::contended_result;
using kev::lab08::mutex;

// No thread spins in it.
struct sleeping_mutex : mutex {
    sleeping_mutex() noexcept : mutex(kev::lab08::mutex_bits::all_failures) {}
};

// The owner works for some microseconds, about as long as a thread spins.
struct held_mutex : mutex {
    void lock() noexcept {
        mutex::lock();
        for (int i = 0; i < 150; ++i) kev::relax();
    }
};

constexpr char const* way_name = kev::lab08::way::callers_wait ? "keyed  " : "address";

void print(char const* row, contended_result const& result) {
    auto const each = static_cast<double>(result.acquisitions);
    auto const per = [each](std::uint64_t count) { return static_cast<double>(count) / each; };
    std::uint64_t const calls = kev::lab08::way::callers_wait && kev::bench::futex_calls_are_counted
                                    ? result.futex_calls
                                    : result.sleeps + result.wakes;
    std::printf("%s %-12s ns %8.1f  calls %6.4f  sleeps %6.4f  switches %6.4f  jain %4.2f\n",
                way_name, row, result.seconds * 1e9 / each, per(calls), per(result.sleeps),
                per(result.switches), result.jain);
    std::fflush(stdout);
}

std::string_view wanted; // what the names of the rows begin with

template <typename Mutex, typename Pause>
void contend(char const* form, int threads, std::uint64_t acquisitions) {
    std::string const row = form + std::to_string(threads);
    if (!row.starts_with(wanted)) return;
    kev::bench::contention<Mutex, Pause> rivals(threads,
                                                acquisitions / static_cast<unsigned>(threads));
    print(row.c_str(), rivals.run());
}

struct yield_every_other_turn {
    void operator()(std::uint64_t turn) const noexcept {
        if (turn % 2 == 0) kev::yield();
    }
};

// Two threads hand a turn to each other by two mutexes that are unlocked by the thread that does not own them. Each
// round trip is two sleeps and two wake-ups.
void ping_pong(char const* row, int second_processor, std::uint64_t round_trips) {
    if (!std::string_view(row).starts_with(wanted)) return;
    struct {
        alignas(128) sleeping_mutex a;
        alignas(128) sleeping_mutex b;
    } side;
    side.a.lock();
    side.b.lock();
    std::vector<kev::bench::part_of_a_run> parts(2);
    auto const start = std::chrono::steady_clock::now();
    {
        std::jthread const first([&] {
            kev::bench::pin_this_thread(0);
            parts[0].begin();
            for (std::uint64_t i = 0; i < round_trips; ++i) {
                side.b.unlock();
                side.a.lock();
            }
            parts[0].finish();
        });
        std::jthread const second([&] {
            kev::bench::pin_this_thread(second_processor);
            parts[1].begin();
            for (std::uint64_t i = 0; i < round_trips; ++i) {
                side.b.lock();
                side.a.unlock();
            }
            parts[1].finish();
        });
    }
    contended_result result = kev::bench::sum_of(parts, start);
    result.acquisitions = round_trips;
    print(row, result);
}

} // namespace

int main(int argc, char** argv) {
    std::uint64_t const acquisitions =
        argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::uint64_t{200'000};
    if (argc > 2) wanted = argv[2];
    for (int threads : {1, 2, 4, 8, 20})
        contend<mutex, kev::bench::no_pause>("tight/", threads, acquisitions);
    for (int threads : {2, 4, 8, 20})
        contend<mutex, yield_every_other_turn>("yielding/", threads, acquisitions / 4);
    for (int threads : {2, 4, 8, 20})
        contend<held_mutex, kev::bench::no_pause>("held/", threads, acquisitions / 20);
    ping_pong("pingpong/1", 0, acquisitions / 40);
    ping_pong("pingpong/2", 1, acquisitions / 40);
}
