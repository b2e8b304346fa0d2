// Who pays for a spin that yields? One thread owns a lock for milliseconds at a time; others want
// it; a thread of low priority wants to compute, on a processor that the owner does not use.
// Waiters that sleep leave it that processor, waiters that only spin do not. What waiters that
// yield leave it, the scheduler says: where priorities are strict, a yield only helps threads of
// the same or a higher one.
//
//   lab03_yield_starvation [--seconds S] [--json]
#include <kev/bench/background.hpp>
#include <kev/bench/command_line.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

// Waits for as long as it takes. With a yield it is what the comment under the article warns of;
// without, the control: what the scheduler leaves to the low priority by itself.
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
    using namespace kev::bench;
    constexpr int rounds = 5;
    constexpr int waiters = 2;
    auto const length = seconds / rounds;
    std::vector<row> rows{{"nobody waits", 0},
                          {"fast_mutex (sleeps)", 0},
                          {"yielding_mutex (10 rounds)", 0},
                          {"a lock that only yields", 0},
                          {"a lock that only spins", 0}};
    for (int round = 0; round < rounds; ++round) {
        rows[0].speed += background_speed<no_lock>(length, 0);
        rows[1].speed += background_speed<kev::lab03::fast_mutex>(length, waiters);
        rows[2].speed += background_speed<kev::lab03::yielding_mutex>(length, waiters);
        rows[3].speed += background_speed<spin_for_ever<true>>(length, waiters);
        rows[4].speed += background_speed<spin_for_ever<false>>(length, waiters);
    }
    return rows;
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv,
                                  "[--seconds S] [--json]\nS: seconds for each lock (1)");
    std::chrono::duration<double> const seconds = line.seconds("--seconds", 1);
    bool const json = line.has("--json");
    line.finish();
    if (!kev::bench::can_measure_background_speed()) {
        print({}, json);
        return 0;
    }
    std::vector<row> rows = compare(seconds);
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
