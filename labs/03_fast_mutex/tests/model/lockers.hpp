// Threads that lock, count and unlock: the scenario of every mutex.
#pragma once

#include <kev/lab03/mutex_word.hpp>

#include <kev/checker/variants.hpp>
#include <kev/world.hpp>

namespace kev::lab03::in_model {

/// `Threads` threads, each `Rounds` times, and the first one `More` times besides: lock, add one to
/// plain data, unlock. A thread that comes again while those that it woke have not run yet is the one
/// that finds wake-ups counted wrongly.
template <typename Mutex, int Threads, int Rounds = 1, int More = 0>
struct lockers {
    static constexpr int threads = Threads;
    Mutex m;
    kev::shared<int> counter{0, "counter"};

    lockers() { checker::name(m, "m"); }

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

/// "owned, 1 waiting" for the 4-byte state word.
inline std::string describe_word(std::uint64_t state) {
    return word::describe(static_cast<std::uint32_t>(state));
}

/// What all cases of this lab have in common.
inline checker::case_description about_lockers(std::string id, std::string variant, int threads) {
    checker::case_description about;
    about.id = std::move(id);
    about.lab = "03";
    about.variant = std::move(variant);
    about.title = std::to_string(threads) + " threads lock, count and unlock";
    about.promise = "every thread that locks gets the lock, alone";
    about.must_reach = {"a waiter slept", "a releaser slept", "a release found its waiter",
                        "a wait found its releaser"};
    about.decoders = {{"word", describe_word}};
    return about;
}

} // namespace kev::lab03::in_model
