// Lab 05 at work: what becomes of a waiter whose time is up.
#include <kev/lab03/fast_mutex_text.hpp>
#include <kev/lab05/timed_mutex.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

namespace {

using namespace kev::lab05;
using namespace std::chrono_literals;
using kev::lab02::outcome;

void show(char const* event, timed_mutex const& mutex) {
    std::printf("  %-58s %s\n", event, bits::describe(mutex.state()).c_str());
}

template <typename Condition>
void wait_until_true(Condition condition) {
    while (!condition()) std::this_thread::sleep_for(1ms);
}

// A kernel whose time-out comes when we say so.
struct scripted_limit {
    mutable std::atomic<bool> counted{false};
    std::atomic<bool> over{false};

    bool passed() const noexcept { return over; }
    outcome wait(void const*) const {
        counted = true;
        wait_until_true([this] { return over.load(); });
        return outcome::timed_out;
    }
};

void no_unlocker_came() {
    std::printf(
        "\n1. The time is up and no unlocker came: the waiter takes itself off the count.\n");
    timed_mutex mutex;
    mutex.lock();
    scripted_limit limit;
    std::jthread waiter([&] { mutex.try_lock_with(limit); });
    wait_until_true([&] { return limit.counted.load(); });
    show("waiter: counted in, sleeps with a limit", mutex);
    limit.over = true;
    waiter.join();
    show("waiter: its time is up; it leaves", mutex);
    mutex.unlock();
    show("main: unlock() waits for no thread", mutex);
}

void an_unlocker_came() {
    std::printf(
        "\n2. The time is up, but an unlocker has claimed the waiter: a release is promised.\n");
    timed_mutex mutex;
    mutex.lock();
    scripted_limit limit;
    std::atomic<bool> got{false};
    std::jthread waiter([&] { got = mutex.try_lock_with(limit); });
    wait_until_true([&] { return limit.counted.load(); });
    std::jthread unlocker([&] { mutex.unlock(); });
    wait_until_true([&] { return (mutex.state() & bits::waking) != 0; });
    show("unlocker: has claimed the waiter, and waits for it", mutex);
    limit.over = true;
    unlocker.join();
    show("waiter: its time is up; it takes the release all the same", mutex);
    waiter.join();
    show(got ? "waiter: and the lock, since it is free" : "waiter: no lock", mutex);
    mutex.unlock();
}

void how_late() {
    std::printf("\n3. Real limits, on a lock that is never given up.\n");
    timed_mutex mutex;
    mutex.lock();
    for (auto const interval : {100us, 1'000us, 20'000us}) {
        auto const start = kev::clock::now();
        bool const got = mutex.try_lock_for(interval);
        auto const lasted =
            std::chrono::duration_cast<std::chrono::microseconds>(kev::clock::now() - start);
        std::printf("  asked for %6lld us: %s, %s\n", static_cast<long long>(interval.count()),
                    got ? "got it (that would be a bug)" : "timed out",
                    lasted >= interval ? "and not a moment too early"
                                       : "too early (that would be a bug)");
    }
    mutex.unlock();
}

} // namespace

int main() {
    std::printf("Lab 05: a waiter's time is up. Has an unlocker already claimed it?\n");
    no_unlocker_came();
    an_unlocker_came();
    how_late();
}
