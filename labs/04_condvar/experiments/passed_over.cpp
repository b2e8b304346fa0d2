// How often does a broadcast pass over a thread that waited when it was made (race V4)?
//
//   lab04_passed_over [--seconds N] [--json]
//
// Four threads meet at a barrier, round after round; the last thread to come starts the next round and
// broadcasts, with the mutex free. A thread that is passed over sleeps in a round that has ended,
// and the others wait for it forever: a supervisor looks for that, counts it and wakes everybody.
//
// The two that count have N seconds each. The other three, which the checker has explored, have a
// fifth of that.
#include <kev/bench/command_line.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

constexpr int threads = 4;
// If no round has begun for so long and a thread still waits in an old round, that thread is asleep, and
// not slow. (On a machine so busy that a woken thread does not run for a quarter of a second,
// the correct ones would be counted, too: they are the control.)
constexpr auto patience = 250ms;

struct counted {
    char const* name;
    long rounds = 0;
    long passed_over = 0;
};

template <typename Condvar, typename Mutex>
class barrier {
public:
    counted run(char const* name, double seconds) {
        std::vector<std::jthread> running;
        for (int i = 0; i < threads; ++i) running.emplace_back([this] { live(); });
        auto const end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        long passed_over = 0;
        for (bool over = false; !over;) {
            long const before = round_now();
            std::this_thread::sleep_for(patience);
            over = std::chrono::steady_clock::now() >= end;
            std::unique_lock const lock(mutex_);
            if (over) stop_ = true;
            if (round_ == before && in_old_rounds_ > 0) ++passed_over;
            changed_.notify_all(); // with the mutex owned: nobody is passed over by this one
        }
        running.clear(); // joins
        return {name, round_, passed_over};
    }

private:
    void live() {
        std::unique_lock lock(mutex_);
        while (!stop_) {
            long const mine = round_;
            if (++arrived_ == threads) {
                arrived_ = 0;
                ++round_;
                in_old_rounds_ = threads - 1;
                lock.unlock();
                changed_.notify_all();
                lock.lock();
            } else {
                changed_.wait(lock, [&] { return stop_ || round_ != mine; });
                if (round_ != mine) --in_old_rounds_;
            }
        }
    }

    long round_now() {
        std::unique_lock const lock(mutex_);
        return round_;
    }

    Mutex mutex_{};
    Condvar changed_{};
    bool stop_ = false;
    int arrived_ = 0;
    int in_old_rounds_ = 0; // threads that have not noticed yet that their round is over
    long round_ = 0;
};

void print_json(std::vector<counted> const& all) {
    std::printf("{\"variants\": [");
    for (std::size_t i = 0; i < all.size(); ++i)
        std::printf("%s{\"name\": \"%s\", \"rounds\": %ld, \"passed_over\": %ld}",
                    i > 0 ? ", " : "", all[i].name, all[i].rounds, all[i].passed_over);
    std::printf("]}\n");
}

void print(std::vector<counted> const& all) {
    std::printf("%-20s %12s %12s\n", "", "broadcasts", "passed over");
    for (counted const& one : all)
        std::printf("%-20s %12ld %12ld\n", one.name, one.rounds, one.passed_over);
    std::printf(
        "\nNone at all shows nothing: it takes a thread that loses its processor between two\n"
        "instructions. ./kev race V4/relay shows the schedule.\n");
}

} // namespace

int main(int argc, char** argv) {
    using namespace kev::lab04;
    using kev::lab03::fast_mutex;
    kev::bench::command_line line(argc, argv,
                                  "[--seconds N] [--json]\nN: for the first two each (5)");
    double const seconds = line.seconds("--seconds", 5).count();
    bool const json = line.has("--json");
    line.finish();
    double const short_look = seconds / 5;
    std::vector<counted> const all{
        barrier<lock_free_condvar, fast_mutex>().run("lock_free_condvar", seconds),
        barrier<counting_condvar, fast_mutex>().run("counting_condvar", seconds),
        barrier<locked_condvar<>, fast_mutex>().run("locked_condvar", short_look),
        barrier<chain_condvar, fast_mutex>().run("chain_condvar", short_look),
        barrier<queue_condvar, queue_mutex>().run("queue_condvar", short_look),
    };
    if (json)
        print_json(all);
    else
        print(all);
    return 0;
}
