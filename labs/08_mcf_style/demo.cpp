// Lab 08 at work: the state words of the mutex and of the once flag, as threads come and go.
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_text.hpp>
#include <kev/lab08/once_flag.hpp>

#include "tests/testing_access.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using kev::lab08::state_t;
using mutex = kev::lab08::inspected<kev::lab08::mutex>;
using once_flag = kev::lab08::inspected<kev::lab08::once_flag>;
namespace mutex_bits = kev::lab08::mutex_bits;

void show(char const* event, mutex const& m) {
    std::printf("  %-52s %s\n", event, mutex_bits::describe(m.state()).c_str());
}

template <typename Condition>
void wait_until_true(Condition condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void the_counter() {
    std::printf("\n1. Main keeps the lock. Whoever comes spins, in vain, and then sleeps.\n");
    mutex m;
    m.lock();
    show("main: lock()", m);
    std::vector<std::jthread> visitors;
    for (state_t visitor = 1; visitor <= 9; ++visitor) {
        visitors.emplace_back([&m] {
            m.lock();
            m.unlock();
        });
        wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) == visitor; });
        if (visitor < 3) show("one more has spun and sleeps", m);
        if (visitor == 7) show("the seventh", m);
        if (visitor == 8) show("the eighth: one too many, the counter jumps", m);
        if (visitor == 9) show("the ninth does not spin: it sleeps at once", m);
    }
    m.unlock();
    visitors.clear();
    show("main: unlock(); all are through", m);
    int quiet = 0;
    for (; m.state() != 0; ++quiet) {
        m.lock();
        m.unlock();
    }
    std::printf("  after %d quiet turns the word is all zero again\n", quiet);
}

void the_flag() {
    std::printf("\n2. Four threads need something done. The first two attempts fail.\n");
    once_flag flag;
    std::atomic<int> attempts{0};
    std::atomic<int> exceptions{0};
    std::vector<std::jthread> users;
    for (int user = 0; user < 4; ++user) {
        users.emplace_back([&] {
            try {
                call_once(flag, [&] {
                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                    if (++attempts <= 2) throw std::runtime_error("not yet");
                });
            } catch (std::runtime_error const&) {
                ++exceptions;
            }
        });
    }
    users.clear();
    std::printf("  %d attempts, %d exceptions; the flag's first byte is %d: %s\n", attempts.load(),
                exceptions.load(), static_cast<int>(flag.state() & 0xFF),
                flag.is_done() ? "done" : "not done");
}

void who_sleeps() {
    constexpr int threads = 4;
    constexpr int turns = 20'000;
    std::printf("\n3. Four threads, one counter, %d turns each. How many had to sleep?\n", turns);
    mutex m;
    long counter = 0;
    std::atomic<std::uint64_t> waits{0};
    std::vector<std::jthread> running;
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&] {
            for (int turn = 0; turn < turns; ++turn) {
                m.lock();
                // Now and then an owner offers its processor to others: they run into the lock.
                if (++counter % 64 == 0) std::this_thread::yield();
                m.unlock();
            }
            waits += kev::this_thread_tally().waits;
        });
    }
    running.clear();
    std::printf("  the counter says %ld; %llu times somebody slept\n", counter,
                static_cast<unsigned long long>(waits.load()));
}

} // namespace

int main() {
    std::printf("Lab 08: a mutex, a once flag, a condition variable: %zu bytes each.\n",
                sizeof(mutex));
    the_counter();
    the_flag();
    who_sleeps();
    std::printf(
        "\nNext: ./kev race O4 and O5: a wake that is spent on somebody who has just given up.\n");
}
