/// @file
/// How often a thread that sleeps is overtaken: a number to compare locks by, where no number is wrong.
#pragma once

#include <kev/registration.hpp>
#include <kev/world.hpp>

#include <string>

namespace kev::checker {

/// The hasty thread owns the lock until the patient thread sleeps. It then unlocks, and locks and unlocks again `Rounds`
/// times. The states that are reached say how often it had the lock before the patient thread: "overtaken: 3".
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
        checker::reached(("overtaken: " + std::to_string(overtakings.read())).c_str());
        patient_is_through.write(true);
        m.unlock();
    }
};

} // namespace kev::checker
