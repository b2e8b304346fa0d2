/// @file
/// The cases of a lock that a student designs, and counts by which locks that are right can be compared. No number is wrong. Each is a state that is reached, with the
/// number in its name, and a judge looks for the greatest: "overtaken: 3".
#pragma once

#include <kev/registration.hpp>
#include <kev/world.hpp>

#include <kev/scenarios/lockers.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace kev::checker {

/// Notes a count.
inline void count(std::string const& what, int number) {
    reached((what + ": " + std::to_string(number)).c_str());
}

/// The hasty thread owns the lock until the patient thread sleeps. It then unlocks, and locks and unlocks again `Rounds`
/// times. Counts how often it had the lock before the patient thread.
template <typename Mutex, int Rounds>
struct how_often_overtaken {
    static constexpr int threads = 2;
    Mutex m;
    kev::shared<int> overtakings{0, "overtakings"};
    kev::shared<bool> patient_is_through{false, "patient_is_through"};

    how_often_overtaken() { checker::name(m, "m"); }

    void thread(int number) { number == 1 ? overtake() : be_patient(); }

    void overtake() {
        m.lock();
        while (!patient_is_through.read() && !checker::is_asleep(2)) {
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
        count("overtaken", overtakings.read());
        patient_is_through.write(true);
        m.unlock();
    }
};

/// A convoy: the first owner keeps the lock until all others sleep, and then each thread takes its turns. Counts how many
/// turns begin with a sleep. Meant for a search without preemptions: a thread then runs until it sleeps, which is what a
/// busy processor does, and a lock that is handed over keeps the line forever.
template <typename Mutex, int Threads, int Turns>
struct convoy {
    static constexpr int threads = Threads;
    Mutex m;
    kev::shared<int> sleeps{0, "sleeps"};
    kev::shared<bool> has_begun{false, "has_begun"};

    convoy() { checker::name(m, "m"); }

    void thread(int number) {
        for (int turn = 0; turn < Turns; ++turn) {
            std::uint64_t const before = kev::this_thread_tally().waits;
            m.lock();
            if (!has_begun.read()) wait_for_all_but(number);
            if (kev::this_thread_tally().waits != before) sleeps.write(sleeps.read() + 1);
            m.unlock();
        }
    }

    void wait_for_all_but(int number) {
        has_begun.write(true);
        for (int other = 1; other <= Threads; ++other)
            while (other != number && !checker::is_asleep(other)) kev::yield();
    }

    void after() { count("sleeps", sleeps.read()); }
};

/// A case of a design: `variant` is the lock, and with `what` the case's id.
inline case_description about_design(std::string lab, std::string const& variant,
                                     std::string const& what, std::string title, int preemptions,
                                     int stale_loads = 0) {
    case_description one;
    one.id = variant + "/" + what;
    one.lab = std::move(lab);
    one.variant = variant;
    one.title = std::move(title);
    one.promise = "every thread that locks gets the lock, alone";
    one.options.limits.preemptions = preemptions;
    one.options.limits.stale_loads = stale_loads;
    one.must_reach = {"a waiter slept"};
    return one;
}

/// The scenarios of the labs' own mutexes, and a convoy.
template <typename Mutex>
bool add_design(std::string const& lab, std::string const& variant) {
    auto const about = [&](auto... rest) { return about_design(lab, variant, rest...); };
    case_description trying = about("try", "one thread locks, the other tries", 4);
    trying.must_reach = {"the try fails", "the try succeeds"};
    return add_case<lockers<Mutex, 2>>(about("2", "2 threads lock, count and unlock", 4)) &&
           add_case<lockers<Mutex, 2>>(about("2-weak", "2 threads lock, count and unlock", 3, 2)) &&
           add_case<lockers<Mutex, 2, 2>>(about("2x2", "2 threads lock twice", 3)) &&
           add_case<lockers<Mutex, 3>>(about("3", "3 threads lock, count and unlock", 2)) &&
           add_case<lockers<Mutex, 3, 1, 2>>(
               about("busy", "one thread locks three times, two lock once", 2)) &&
           add_case<locker_and_trier<Mutex>>(std::move(trying)) &&
           add_case<convoy<Mutex, 3, 12>>(
               about("convoy", "3 threads lock 12 times each, and none is interrupted", 0));
}

} // namespace kev::checker
