// Who pays for a spin that yields? One thread owns a lock for milliseconds at a time; others want it;
// a thread of low priority wants to compute, on a processor that the owner does not use. Waiters that
// sleep leave it that processor, waiters that only spin do not. What waiters that yield leave it, the
// scheduler says: where priorities are strict, a yield only helps threads of the same or a higher one.
//
//   lab03_yield_starvation [--seconds S] [--json]
#include <kev/bench/scheduling.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using time = std::chrono::steady_clock;

// Waits for as long as it takes. With a yield it is what the comment under the article warns of; without, the control:
// what the scheduler leaves to the low priority by itself.
template <bool Yields>
class spin_for_ever {
public:
    void lock() noexcept {
        // acquire: pairs with U1.
        while (owned_.exchange(true, std::memory_order_acquire)) pause();
    }
    void unlock() noexcept {
        // release: U1, pairs with the exchange in lock().
        owned_.store(false, std::memory_order_release);
    }

private:
    static void pause() noexcept {
        if constexpr (Yields)
            kev::yield();
        else
            kev::relax();
    }

    std::atomic<bool> owned_{false};
};

// No lock at all: what the thread of low priority gets when nobody waits.
struct nobody_waits {
    void lock() noexcept {}
    void unlock() noexcept {}
};

void compute_for(std::chrono::milliseconds length) {
    for (auto const end = time::now() + length; time::now() < end;) kev::relax();
}

// Steps of a low-priority computation a second, beside one owner and `waiters` threads.
template <typename Lock>
double background_speed(std::chrono::duration<double> length, int waiters) {
    static Lock lock;
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> steps{0};
    std::vector<std::jthread> threads;
    threads.emplace_back([&] {
        kev::bench::pin_this_thread(1);
        kev::bench::lower_this_threads_priority();
        // relaxed: the end of the run and a count; nothing else hangs on them, here and below.
        while (!stop.load(std::memory_order_relaxed)) steps.fetch_add(1, std::memory_order_relaxed);
    });
    threads.emplace_back([&] {
        kev::bench::pin_this_thread(0);
        // relaxed: as above.
        while (!stop.load(std::memory_order_relaxed)) {
            std::lock_guard const guard(lock);
            compute_for(5ms);
        }
    });
    for (int i = 0; i < waiters; ++i) {
        threads.emplace_back([&] {
            kev::bench::pin_this_thread(1);
            // relaxed: as above.
            while (!stop.load(std::memory_order_relaxed)) std::lock_guard const guard(lock);
        });
    }
    std::this_thread::sleep_for(50ms); // all have started
    std::uint64_t const first = steps.load();
    auto const start = time::now();
    std::this_thread::sleep_for(length);
    double const speed = static_cast<double>(steps.load() - first) /
                         std::chrono::duration<double>(time::now() - start).count();
    stop = true;
    return speed;
}

struct row {
    char const* name;
    double speed;
};

void print(std::vector<row> const& rows, bool json) {
    if (json) std::printf("{\"rows\":[");
    char const* separator = "";
    for (row const& each : rows) {
        double const share = each.speed / rows.front().speed;
        if (json) {
            std::printf("%s{\"name\":\"%s\",\"background_share\":%.4f}", separator, each.name,
                        share);
        } else {
            std::printf("%-34s the low-priority thread runs at %6.1f %%\n", each.name, 100 * share);
        }
        separator = ",";
    }
    if (json) std::printf("]}\n");
}

// In short rounds by turns, so that whatever else the machine does falls on all alike.
std::vector<row> compare(std::chrono::duration<double> seconds) {
    constexpr int rounds = 5;
    constexpr int waiters = 2;
    auto const length = seconds / rounds;
    std::vector<row> rows{{"nobody waits", 0},
                          {"fast_mutex (sleeps)", 0},
                          {"yielding_mutex (10 rounds)", 0},
                          {"a lock that only yields", 0},
                          {"a lock that only spins", 0}};
    for (int round = 0; round < rounds; ++round) {
        rows[0].speed += background_speed<nobody_waits>(length, 0);
        rows[1].speed += background_speed<kev::lab03::fast_mutex>(length, waiters);
        rows[2].speed += background_speed<kev::lab03::yielding_mutex>(length, waiters);
        rows[3].speed += background_speed<spin_for_ever<true>>(length, waiters);
        rows[4].speed += background_speed<spin_for_ever<false>>(length, waiters);
    }
    return rows;
}

} // namespace

int main(int argc, char** argv) {
    double seconds = 1;
    bool json = false;
    for (int i = 1; i < argc; ++i) {
        std::string_view const argument = argv[i];
        if (argument == "--json")
            json = true;
        else if (argument == "--seconds" && i + 1 < argc)
            seconds = std::atof(argv[++i]);
        else
            seconds = 0;
    }
    if (!(seconds > 0)) {
        std::fprintf(stderr, "usage: %s [--seconds S] [--json]\nS: seconds for each lock\n",
                     argv[0]);
        return 2;
    }
    if (std::thread::hardware_concurrency() < 2) {
        std::fprintf(stderr, "only one processor: the owner itself takes it from the low-priority "
                             "thread, so there is nothing to compare\n");
        print({}, json);
        return 0;
    }
    std::vector<row> rows = compare(std::chrono::duration<double>(seconds));
    if (!(rows.front().speed > 0)) {
        std::fprintf(
            stderr,
            "this machine is so busy that the low-priority thread never ran, even with nobody "
            "waiting: there is nothing to compare\n");
        rows.clear();
    }
    print(rows, json);
    return 0;
}
