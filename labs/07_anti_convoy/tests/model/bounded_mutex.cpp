// The mutex with a bound: it excludes, and a waiter is overtaken only as often as the bound allows.
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/bounded_word_text.hpp>

#include "scenarios.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab07;
using namespace kev::lab07::in_model;

// Model time stands still, so patience is counted in overtakings: after `Times` of them the lock is handed over.
// For the checker a spin is a wait, which ends at the cost of a preemption. With `Looks` 0 each thread goes to sleep at
// once.
template <int Times, int Looks = 0>
class overtakings {
public:
    static constexpr int looks = Looks;
    void begin() noexcept { left_.write(Times); }
    bool is_over() noexcept {
        int const left = left_.read();
        if (left > 0) left_.write(left - 1);
        return left == 0;
    }

private:
    kev::shared<int> left_{0};
};

using impatient = basic_bounded_mutex<overtakings<0>>;
using patient_once = basic_bounded_mutex<overtakings<1>>;
using patient_thrice = basic_bounded_mutex<overtakings<3>>;
using endlessly_patient = basic_bounded_mutex<overtakings<-1>>;
using looking_twice = basic_bounded_mutex<overtakings<0, 2>>;

std::string describe_bounded(std::uint64_t state) {
    return bounded_word::describe(static_cast<std::uint32_t>(state));
}

case_description worded(case_description about) {
    about.decoders = {{"word", describe_bounded}};
    return about;
}

template <typename Mutex>
bool add_bounded(char const* name, int bound_of_three, std::initializer_list<expectation> broken) {
    auto const about = [&](char const* what, int bound) {
        return that_sleeps(worded(about_mutex(name, what, bound)));
    };
    add_reference<lockers<Mutex, 2, 2>>(titled(about("2x2", 4), "2 threads lock twice"));
    add_reference<lockers<Mutex, 2, 2>>(weak(titled(about("2x2", 3), "2 threads lock twice"), 1));
    add_reference<lockers<Mutex, 3, 1, 1>>(
        titled(about("busy", bound_of_three), "one thread locks twice, two lock once"));
    add_reference<locker_and_trier<Mutex>>(worded(about_try(name, 4)));
    case_description three = about("3", bound_of_three);
    three.lanes = {"first owner", "newcomer", "heir"}; // of P4's schedule
    return add_cases<lockers<Mutex, 3>>(std::move(three), broken);
}

bool const registered[] = {
    add_bounded<impatient>("impatient_mutex", 3,
                           {{.id = "P4",
                             .variant = "keeps_the_title",
                             .expected = verdict::deadlock,
                             .promise = "the lock is handed only to a thread that waits for it"}}),
    add_bounded<patient_once>("bounded_mutex", 3, {}),
    add_bounded<looking_twice>("looking_mutex", 3, {}),
};

template <typename Mutex>
bool add_destroyed(char const* name) {
    return add_reference<last_one_destroys<Mutex, bounded_word::one_waiter>>(
        worded(about_destroyed(name, 3)));
}

bool const destroyed[] = {
    add_destroyed<impatient>("impatient_mutex"),
    add_destroyed<patient_once>("bounded_mutex"),
};

// The same question as P2. In the last case the patience has no end, and the waiter is overtaken every time. So it is
// the patience that bounds the overtaking.
template <typename Mutex, int Limit>
bool add_limited(char const* name) {
    case_description about = worded(about_overtaking(name, 8, 3));
    about.must_reach = {"overtaken as often as may be"};
    return add_reference<overtaken<Mutex, 8, Limit>>(std::move(about));
}

bool const bound[] = {
    add_limited<impatient, 1>("impatient_mutex"),
    add_limited<patient_once, 2>("bounded_mutex"),
    add_limited<patient_thrice, 4>("patient_mutex"),
    add_reference<overtaken<endlessly_patient, 8, 8>>([] {
        case_description about = worded(about_overtaking("endless_patience", 8, 2));
        about.expected = verdict::reachable;
        about.goal = "overtaken every time";
        return about;
    }()),
};

} // namespace
