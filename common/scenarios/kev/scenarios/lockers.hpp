/// @file
/// The scenarios of every mutex: threads that lock, count and unlock, and one that only tries.
#pragma once

#include <kev/registration.hpp>
#include <kev/world.hpp>

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

/// One thread locks, the other only tries.
template <typename Mutex>
struct locker_and_trier {
    static constexpr int threads = 2;
    Mutex m;
    kev::shared<int> counter{0, "counter"};

    locker_and_trier() { checker::name(m, "m"); }

    void thread(int number) {
        if (number == 1) {
            m.lock();
        } else if (!m.try_lock()) {
            checker::reached("the try fails");
            return;
        } else {
            checker::reached("the try succeeds");
        }
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

} // namespace kev::checker
