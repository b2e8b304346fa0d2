// The scenarios of a mutex of the lab, and the descriptions of its cases.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lock_word.hpp>
#include <kev/lab07/lock_word_text.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/unfair_mutex.hpp>

#include <kev/scenarios/last_one_destroys.hpp>
#include <kev/scenarios/lockers.hpp>
#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace kev::lab07::in_model {

// The number of threads in the line of a mutex, as its word says.
inline std::uint32_t waiters(handoff_mutex const& m) {
    return lock_word::waiters(m.state());
}
inline std::uint32_t waiters(unfair_mutex const& m) {
    return lock_word::waiters(m.state());
}
inline std::uint32_t waiters(lab03::fast_mutex const& m) {
    return lab03::bits::waiters(m.state());
}
inline std::int32_t waiters(lockcount_critical_section const& m) {
    return lockcount::waiters(m.lock_count());
}
template <typename Patience>
std::uint32_t waiters(basic_bounded_mutex<Patience> const& m) {
    return bounded_word::waiters(m.state());
}

// The hasty thread owns the lock and waits until the patient thread is in the line. It then unlocks, and locks and unlocks
// again `Rounds` times. The patient thread locks once. The lock promises that the hasty thread overtakes it at most
// `Limit` times.
template <typename Mutex, int Rounds, int Limit>
struct overtaken {
    static constexpr int threads = 2;
    Mutex m;
    kev::shared<int> overtakings{0, "overtakings"};
    kev::shared<bool> patient_is_through{false};

    overtaken() { checker::name(m, "m"); }

    void thread(int number) { number == 1 ? overtake() : be_patient(); }

    void overtake() {
        m.lock();
        while (!patient_is_through.read() && waiters(m) == 0) {
            m.unlock();
            kev::yield();
            m.lock();
        }
        m.unlock();
        for (int round = 0; round < Rounds; ++round) {
            m.lock();
            if (!patient_is_through.read()) overtakings.write(overtakings.read() + 1);
            m.unlock();
        }
    }

    void be_patient() {
        m.lock();
        checker::require(overtakings.read() <= Limit,
                         "the waiter is overtaken at most as often as the lock promises");
        if (overtakings.read() == Rounds) checker::reached("overtaken every time");
        if (overtakings.read() == Limit) checker::reached("overtaken as often as may be");
        patient_is_through.write(true);
        m.unlock();
    }
};

// The first thread owns the lock while the others come. Each of the others notes, before it locks, which threads sleep
// already. Those threads must have the lock before it.
template <typename Mutex, int Threads>
struct served_in_order {
    static constexpr int threads = Threads;
    Mutex m;
    kev::shared<bool> served[Threads];

    served_in_order() { checker::name(m, "m"); }

    void thread(int number) {
        bool was_asleep[Threads]{};
        for (int other = 2; number > 1 && other <= Threads; ++other)
            was_asleep[other - 1] = other != number && checker::is_asleep(other);
        m.lock();
        for (int other = 0; other < Threads; ++other) {
            if (!was_asleep[other]) continue;
            checker::reached("came while another slept");
            checker::require(served[other].read(), "a thread that slept first is served first");
        }
        served[number - 1].write(true);
        m.unlock();
    }
};

/// "owned, 1 waiting" for the state word of the first two mutexes.
inline std::string describe_lock_word(std::uint64_t state) {
    return lock_word::describe(static_cast<std::uint32_t>(state));
}

/// The description that all cases of the mutexes share.
inline checker::case_description about_mutex(std::string name, std::string const& what, int bound) {
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

/// A search of a lock that sleeps must reach these states.
inline checker::case_description that_sleeps(checker::case_description about) {
    about.must_reach = {"a waiter slept", "a releaser slept", "a release found its waiter",
                        "a wait found its releaser"};
    return about;
}

inline checker::case_description titled(checker::case_description about, std::string title) {
    about.title = std::move(title);
    return about;
}

inline checker::case_description about_destroyed(std::string name, int bound) {
    checker::case_description about = that_sleeps(about_mutex(std::move(name), "destroyed", bound));
    about.title = "the last of three users destroys the mutex";
    about.promise = "the last owner may destroy the lock";
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
    about.title = "one waits; the other can overtake it " + std::to_string(rounds) + " times";
    about.promise = "a waiter is overtaken only so often";
    about.lanes = {"hasty", "patient"};
    return about;
}

} // namespace kev::lab07::in_model
