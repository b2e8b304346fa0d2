// Lab 03 at work: the state word of the 4-byte mutex as threads come and go.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/fast_mutex_text.hpp>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab03;

void show(char const* event, fast_mutex const& mutex) {
    std::printf("  %-40s 0x%08X  %s\n", event, mutex.state(),
                bits::describe(mutex.state()).c_str());
}

void wait_for_waiters(fast_mutex const& mutex, std::uint32_t count) {
    while (bits::waiters(mutex.state()) != count) std::this_thread::yield();
}

void the_word() {
    std::printf("\n1. The word. Its address is the key on which waiters sleep.\n");
    fast_mutex mutex;
    show("constructed", mutex);
    mutex.lock();
    show("main: lock()", mutex);
    std::atomic<bool> may_go{false};
    auto const visit = [&] {
        std::lock_guard const guard(mutex);
        while (!may_go) std::this_thread::yield();
    };
    std::jthread first(visit);
    wait_for_waiters(mutex, 1);
    show("first: lock(), announces itself, sleeps", mutex);
    std::jthread second(visit);
    wait_for_waiters(mutex, 2);
    show("second: lock(), the same", mutex);
    mutex.unlock();
    while ((mutex.state() & bits::owned) == 0) std::this_thread::yield();
    show("main: unlock() wakes one, who takes it", mutex);
    may_go = true;
    first.join();
    second.join();
    show("both are through", mutex);
}

void count_kernel_calls() {
    constexpr int threads = 4;
    constexpr int turns = 20'000;
    fast_mutex mutex;
    long counter = 0;
    std::atomic<std::uint64_t> waits{0};
    std::atomic<std::uint64_t> releases{0};
    std::vector<std::jthread> running;
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&] {
            for (int turn = 0; turn < turns; ++turn) {
                std::lock_guard const guard(mutex);
                // Now and then an owner loses its processor: the others run into the lock and sleep.
                if (++counter % 64 == 0) std::this_thread::yield();
            }
            waits += kev::this_thread_tally().waits;
            releases += kev::this_thread_tally().releases;
        });
    }
    running.clear();
    std::printf(
        "  %d times locked, the counter says %ld; %llu times slept, %llu times woke another\n",
        threads * turns, counter, static_cast<unsigned long long>(waits.load()),
        static_cast<unsigned long long>(releases.load()));
}

} // namespace

int main() {
    std::printf("Lab 03: a mutex of %zu bytes.\n", sizeof(fast_mutex));
    the_word();
    std::printf("\n2. Four threads, one counter. Only who must sleep asks the kernel.\n");
    count_kernel_calls();
    std::printf(
        "\nNext: experiments/byte_store_litmus shows why unlock() is one read-modify-write.\n");
}
