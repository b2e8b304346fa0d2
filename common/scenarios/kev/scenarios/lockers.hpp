/// @file
/// The scenarios of every mutex: threads that lock, count and unlock, and one that only tries.
#pragma once

#include <kev/registration.hpp>
#include <kev/world.hpp>

#include <atomic>

namespace kev::checker {

/// `Threads` threads, each `Rounds` times, and the first one `More` times besides: lock, add one to
/// plain data, unlock. A thread that comes again while those that it woke have not run yet is the
/// one that finds wake-ups counted wrongly.
template <typename Mutex, int Threads, int Rounds = 1, int More = 0>
struct lockers {
    static constexpr int threads = Threads;
    Mutex m;
    kev::shared<int> counter{0, "counter"};

    lockers() { checker::name(m, "m"); }

    static constexpr int role_of(int number) { return number == 1 || More == 0 ? 1 : 2; }
    void thread(int number) {
        int const rounds = number == 1 ? Rounds + More : Rounds;
        for (int round = 0; round < rounds; ++round) {
            m.lock();
            counter.write(counter.read() + 1);
            m.unlock();
        }
    }

    void after() {
        checker::require(counter.read() == Threads * Rounds + More, "every addition counts");
    }
};

/// One thread locks, the other only tries, twice. The owner keeps the lock until the first try has its answer, so a
/// try that waits for the lock waits forever. A try that begins when the owner has gone has to succeed.
template <typename Mutex>
struct locker_and_trier {
    static constexpr int threads = 2;
    Mutex m;
    kev::shared<int> counter{0, "counter"};
    kev::atomic<int> tried{0, "tried"};
    kev::atomic<int> gone{0, "gone"};

    locker_and_trier() { checker::name(m, "m"); }

    void thread(int number) {
        if (number == 1) {
            m.lock();
            add_one();
            // relaxed: only the mutex is to order the data.
            while (tried.load(std::memory_order_relaxed) == 0) kev::relax();
            m.unlock();
            gone.store(1, std::memory_order_release); // release: pairs with the load in try_once()
        } else if (!try_once()) {
            try_once();
        }
    }

    bool try_once() {
        bool const is_free = gone.load(std::memory_order_acquire) != 0; // acquire: unlock() is over
        bool const taken = m.try_lock();
        // relaxed: as the load in thread().
        tried.store(1, std::memory_order_relaxed);
        checker::require(taken || !is_free, "a try gets a lock that is free");
        checker::reached(taken ? "the try succeeds" : "the try fails");
        if (!taken) return false;
        add_one();
        m.unlock();
        return true;
    }

    void add_one() { counter.write(counter.read() + 1); }
};

} // namespace kev::checker
