// Some minutes of the benchmarks in half a minute: a line for each value, "table, threads, lock, ns an acquisition".
//
//   times.exe [MILLISECONDS]      how long a sample takes; there are three of each, and the median counts
#include <kev/bench/candidates.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab08/mutex.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "nt/locks.hpp" // lab 06's: the system's way to sleep on an address

namespace kev::windows_check {

namespace {

constexpr auto locks =
    bench::candidates{bench::candidate<lab08::mutex>{"mutex"},
                      bench::candidate<lab03::fast_mutex>{"fast_mutex"},
                      bench::candidate<lab06::address_mutex<bench::on_system>>{"WaitOnAddress"}} +
    bench::system_locks;

std::chrono::milliseconds sample{70};

// Two acquisitions and a yield are an iteration of mcfgthread's table; the article's has no yield.
template <typename Lock>
class crew {
public:
    crew(int threads, bool yields) : threads_(threads), yields_(yields) {}

    double nanoseconds() {
        std::vector<std::thread> all;
        for (int i = 0; i < threads_; ++i) all.emplace_back([this] { work(); });
        while (ready_ != threads_) kev::yield();
        auto const begin = std::chrono::steady_clock::now();
        begun_ = true;
        std::this_thread::sleep_for(sample);
        ended_ = true;
        for (std::thread& one : all) one.join();
        std::chrono::duration<double, std::nano> const spent =
            std::chrono::steady_clock::now() - begin;
        return spent.count() / static_cast<double>(counted_);
    }

private:
    void work() {
        ++ready_;
        while (!begun_) kev::yield();
        for (std::uint64_t turn = 1; !ended_; ++turn) {
            {
                std::scoped_lock const guard(lock_);
                ++counted_;
            }
            if (yields_ && turn % 2 == 0) kev::yield();
        }
    }

    Lock lock_;
    std::uint64_t counted_ = 0; // by the lock's owner
    int threads_;
    bool yields_;
    std::atomic<int> ready_{0};
    std::atomic<bool> begun_{false};
    std::atomic<bool> ended_{false};
};

struct print_row {
    char const* table;
    int threads;

    template <typename Lock>
    void operator()(std::string const& name) const {
        if (name == "WaitOnAddress" && !lab06::system::is_there()) return;
        std::array<double, 3> seen{};
        for (double& one : seen)
            one = crew<Lock>(threads, table == std::string("mcfgthread")).nanoseconds();
        std::sort(seen.begin(), seen.end());
        std::printf("%s\t%d\t%s\t%.3g\n", table, threads, name.c_str(), seen[1]);
        std::fflush(stdout);
    }
};

} // namespace

} // namespace kev::windows_check

int main(int count, char** arguments) {
    using namespace kev::windows_check;
    if (count == 2) sample = std::chrono::milliseconds(std::atoi(arguments[1]));
    for (int threads : {1, 4}) locks.visit(print_row{"article", threads});
    for (int threads : {1, 2, 4, 6, 10, 20, 60, 200}) locks.visit(print_row{"mcfgthread", threads});
}
