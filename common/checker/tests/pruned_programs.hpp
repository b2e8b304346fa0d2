// The programs whose histories are compared with and without pruning.
#pragma once

#include "exploring.hpp"

#include <array>
#include <chrono>
#include <set>

namespace kev::checker::testing {

using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

struct counting {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        x.fetch_add(1);
        x.fetch_add(1);
    }
};

struct two_objects {
    static constexpr int threads = 3;
    kev::atomic<int> x[2];
    void thread(int number) {
        x[number % 2].fetch_add(1);
        (void)x[(number + 1) % 2].load();
    }
};

struct readers_and_a_writer {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        for (int i = 0; i < 3; ++i) {
            if (number == 1) {
                x.store(i);
            } else {
                (void)x.load();
            }
        }
    }
};

struct store_buffering {
    static constexpr int threads = 2;
    kev::atomic<int> x[2];
    void thread(int number) {
        x[number - 1].store(1);
        (void)x[2 - number].load();
        x[number - 1].store(2);
    }
};

struct compare_exchange_loops {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        for (int i = 0; i < 2; ++i) {
            int old = x.load(memory_order_relaxed);
            while (!x.compare_exchange_weak(old, old + 1)) {
            }
        }
    }
};

struct spin_lock {
    static constexpr int threads = 2;
    kev::atomic<int> taken{0, "taken"};
    kev::shared<int> data{0, "data"};
    void thread(int) {
        while (taken.load(memory_order_relaxed) != 0 ||
               taken.exchange(1, memory_order_acquire) != 0)
            kev::relax();
        data.write(data.read() + 1);
        taken.store(0, memory_order_release);
    }
};

struct hand_over {
    static constexpr int threads = 3;
    kev::atomic<int> turn{1, "turn"};
    kev::atomic<int> seen{0, "seen"};
    void thread(int number) {
        while (turn.load(memory_order_acquire) != number) kev::yield();
        seen.fetch_add(1, memory_order_relaxed);
        turn.store(number + 1, memory_order_release);
    }
};

// The outcome of a spin depends on how far a thread that spins on is from its next choice.
struct gives_up_spinning {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 2) {
            y.store(1);
            (void)y.load();
            x.store(1);
            y.store(2);
            return;
        }
        for (int round = 0; round < 3 && x.load() == 0; ++round) kev::relax();
        (void)y.load();
        (void)x.load();
        for (int round = 0; round < 2 && y.load() != 2; ++round) kev::relax();
        (void)x.load();
    }
};

// Whether a thread rests at a pause depends on what has changed since its looks.
struct polls_two_words_a_round {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 3) return y.store(1);
        if (number == 2) {
            x.store(1);
            y.store(2);
            return x.store(2);
        }
        for (int round = 0; round < 3; ++round) {
            (void)x.load();
            (void)y.load();
            kev::relax();
        }
    }
};

// Threads that sleep and wake each other directly.
struct sleepers {
    static constexpr int threads = 3;
    kev::atomic<int> asleep{0, "asleep"};
    void thread(int number) {
        run& r = *run::active();
        if (number < 3) {
            r.point(step::change);
            r.depend(queue, true);
            asleep_now[number] = true;
            r.sleep(std::nullopt, "");
            asleep.fetch_sub(1);
        } else {
            for (int woken = 0; woken < 2;) {
                r.point(step::change);
                r.depend(queue, true);
                for (std::size_t t = 1; t < 3; ++t) {
                    if (!asleep_now[t]) continue;
                    asleep_now[t] = false;
                    r.wake(t);
                    ++woken;
                    break;
                }
                if (woken < 2) kev::yield();
            }
        }
    }
    dependency queue;
    bool asleep_now[3] = {};
};

struct timed_sleepers {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        run& r = *run::active();
        for (int i = 0; i < 2; ++i) {
            r.point(step::change);
            r.sleep(std::chrono::nanoseconds(number), "");
            x.fetch_add(number);
        }
    }
};

// Two threads sleep for a while, counted from when each begins to, and then look at the clock; a third
// makes steps of its own. Only the clock tells in what order the two have slept.
struct relative_sleepers {
    static constexpr int threads = 3;
    static inline std::set<std::array<std::int64_t, 3>> outcomes;
    kev::atomic<int> own{0, "own"};
    std::array<std::int64_t, 3> seen{};
    void thread(int number) {
        if (number == 3) {
            own.fetch_add(1);
            own.fetch_add(1);
            return;
        }
        run& r = *run::active();
        r.point(step::change);
        auto const deadline = r.time() + std::chrono::nanoseconds(number == 1 ? 10 : 5);
        r.sleep(deadline, "");
        r.advance_time(deadline);
        if (number == 1) seen = {r.now().count(), own.load(), 0};
    }
    void after() { outcomes.insert(seen); }
};

struct message_passing {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            y.store(1, memory_order_release);
        } else {
            (void)y.load(memory_order_acquire);
            (void)x.load(memory_order_relaxed);
        }
    }
};

struct sequential_stores {
    static constexpr int threads = 2;
    kev::atomic<int> x[2];
    void thread(int number) {
        x[number - 1].store(1, memory_order_seq_cst);
        (void)x[2 - number].load(memory_order_seq_cst);
        fence(memory_order_seq_cst, {});
        (void)x[2 - number].load(memory_order_relaxed);
    }
};

} // namespace kev::checker::testing
