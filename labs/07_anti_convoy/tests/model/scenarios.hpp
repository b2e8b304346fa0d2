// What threads do with a mutex of the lab, and how its cases are described.
#pragma once

#include <kev/lab07/lock_word.hpp>

#include <kev/checker/variants.hpp>
#include <kev/world.hpp>

namespace kev::lab07::in_model {

// `Threads` threads, each `Rounds` times, and the first one `More` times besides: lock, add one to plain
// data, unlock.
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

// One thread locks, the other only tries.
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

// The second thread wants the lock once, the first one `Rounds` times. How often does the second go to
// sleep, is woken, and finds that the first has been faster? At most `Limit` times, says the lock.
template <typename Mutex, int Rounds, int Limit>
struct overtaken {
    static constexpr int threads = 2;
    Mutex m;
    kev::shared<int> counter{0, "counter"};

    overtaken() { checker::name(m, "m"); }

    void thread(int number) {
        for (int round = 0; number == 1 && round < Rounds; ++round) {
            m.lock();
            counter.write(counter.read() + 1);
            m.unlock();
        }
        if (number == 1) return;
        m.lock();
        auto const sleeps = kev::this_thread_tally().waits;
        counter.write(counter.read() + 1);
        m.unlock();
        for (std::uint64_t times = 1; times < sleeps; ++times)
            checker::reached(times == 1   ? "overtaken once"
                             : times == 2 ? "overtaken twice"
                                          : "overtaken three times");
        checker::require(sleeps <= 1 + Limit, "nobody is overtaken so often");
    }
};

/// "owned, 1 waiting" for the state word of the first two mutexes.
inline std::string describe_lock_word(std::uint64_t state) {
    return lock_word::describe(static_cast<std::uint32_t>(state));
}

/// What the cases of the mutexes have in common.
inline checker::case_description about_mutex(std::string name, std::string what, int bound) {
    checker::case_description about;
    about.id = name + "/" + what;
    about.lab = "07";
    about.variant = std::move(name);
    about.title = what + " threads lock, count and unlock";
    about.promise = "every thread that locks gets the lock, alone";
    about.options.limits.preemptions = bound;
    about.decoders = {{"word", describe_lock_word}};
    return about;
}

/// The states that a lock which sleeps has to go through.
inline checker::case_description that_sleeps(checker::case_description about) {
    about.must_reach = {"a waiter slept", "a releaser slept", "a release found its waiter",
                        "a wait found its releaser"};
    return about;
}

inline checker::case_description titled(checker::case_description about, std::string title) {
    about.title = std::move(title);
    return about;
}

inline checker::case_description weak(checker::case_description about, int stale_loads) {
    about.id += "-weak";
    about.options.limits.stale_loads = stale_loads;
    return about;
}

inline checker::case_description about_try(std::string name, int bound) {
    checker::case_description about = about_mutex(std::move(name), "try", bound);
    about.title = "one thread locks, the other tries";
    about.must_reach = {"the try fails", "the try succeeds"};
    return about;
}

inline checker::case_description about_overtaking(std::string name, int rounds, int bound) {
    checker::case_description about =
        about_mutex(std::move(name), "overtaken-" + std::to_string(rounds), bound);
    about.title = "one locks " + std::to_string(rounds) + " times, the other once";
    about.promise = "a waiter is overtaken only so often";
    about.lanes = {"busy", "patient"};
    return about;
}

} // namespace kev::lab07::in_model
