// Lab 07 at work: the same crowd before a fair lock, an unfair one, and one with a bound.
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/lockcount_word_text.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/srw_view_text.hpp>
#include <kev/lab07/unfair_mutex.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab07;
using time_point = std::chrono::steady_clock::time_point;

constexpr int crowd_size = 8;

struct outcome {
    long turns = 0;
    std::chrono::nanoseconds worst_wait{};
};

// A thread of the crowd: it locks as often as it can, and remembers its longest wait.
template <typename Mutex>
outcome take_turns(Mutex& mutex, std::atomic<bool> const& counts, std::atomic<bool> const& stop) {
    outcome mine;
    while (!stop) {
        std::chrono::nanoseconds wait{};
        if (!mutex.try_lock()) { // only a thread that has to wait reads the clock
            time_point const start = std::chrono::steady_clock::now();
            mutex.lock();
            wait = std::chrono::steady_clock::now() - start;
        }
        mutex.unlock();
        if (!counts) continue;
        ++mine.turns;
        mine.worst_wait = std::max(mine.worst_wait, wait);
    }
    return mine;
}

template <typename Mutex>
void crowd(char const* name) {
    Mutex mutex;
    std::atomic<bool> counts{false};
    std::atomic<bool> stop{false};
    std::vector<outcome> outcomes(crowd_size);
    std::vector<std::jthread> threads;
    for (outcome& each : outcomes)
        threads.emplace_back([&] { each = take_turns(mutex, counts, stop); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100)); // until all are there
    counts = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop = true;
    threads.clear(); // joins
    outcome all;
    for (outcome const& each : outcomes) {
        all.turns += each.turns;
        all.worst_wait = std::max(all.worst_wait, each.worst_wait);
    }
    std::printf("  %-16s %12ld acquisitions, longest wait %8.2f ms\n", name, all.turns,
                std::chrono::duration<double, std::milli>(all.worst_wait).count());
}

void lock_count() {
    std::printf("\n2. What a debugger saw in a critical section: LockCount.\n");
    lockcount_critical_section section;
    std::printf("  %s\n", lockcount::describe(section.lock_count()).c_str());
    section.lock();
    std::vector<std::jthread> visitors;
    for (int visitor = 0; visitor < 5; ++visitor)
        visitors.emplace_back([&] { std::lock_guard const guard(section); });
    while (lockcount::waiters(section.lock_count()) < 5) std::this_thread::yield();
    std::printf("  %s\n", lockcount::describe(section.lock_count()).c_str());
    section.unlock();
    visitors.clear();
    std::printf("  %s\n", lockcount::describe(section.lock_count()).c_str());
}

void readers() {
    std::printf("\n3. One pointer for readers and writers.\n");
    srw_lock lock;
    auto const show = [&](char const* event) {
        std::printf("  %-34s %s\n", event, srw_word::describe(lock.state()).c_str());
    };
    lock.lock_shared();
    lock.lock_shared();
    show("two readers come");
    std::jthread writer([&] { std::lock_guard const guard(lock); });
    while ((lock.state() & srw_word::queued) == 0) std::this_thread::yield();
    show("a writer comes, and sleeps");
    std::printf("  %-34s %s\n", "a third reader tries",
                lock.try_lock_shared() ? "is let in" : "is not let in");
    lock.unlock_shared();
    lock.unlock_shared();
    writer.join();
    show("all are through");
}

} // namespace

int main() {
    std::printf(
        "Lab 07: one crowd, three locks.\n\n1. %d threads take the lock as often as they can.\n",
        crowd_size);
    crowd<handoff_mutex>("handoff_mutex");
    crowd<unfair_mutex>("unfair_mutex");
    crowd<bounded_mutex>("bounded_mutex");
    lock_count();
    readers();
    std::printf("\nNext: ./kev race P2 overtakes a waiter; ./kev race P3 shuts a reader out.\n");
}
