// The mutex with a bound: that it is a mutex, and that the bound holds.
#include <kev/lab07/bounded_mutex.hpp>

#include "scenarios.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab07;
using namespace kev::lab07::in_model;

// Model time stands still, so patience is counted: the heir puts up with being overtaken `Times` times.
// And for the checker a spin is a wait, which a thread gives up at the cost of a preemption: `Looks` says
// whether that is to be tried, or whether each goes to sleep at once.
template <int Times, int Looks = 0>
class overtakings {
public:
    static constexpr int looks = Looks;
    bool is_over() noexcept {
        if (left_ == 0) return true;
        --left_;
        return false;
    }

private:
    int left_ = Times;
};

using impatient = basic_bounded_mutex<overtakings<0>>;
using patient_once = basic_bounded_mutex<overtakings<1>>;
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
    return add_cases<lockers<Mutex, 3>>(about("3", bound_of_three), broken);
}

bool const registered[] = {
    add_bounded<impatient>("impatient_mutex", 3,
                           {{.id = "P4",
                             .variant = "due_without_owner",
                             .expected = verdict::deadlock,
                             .promise = "an heir that waits to be given the lock is given it"}}),
    add_bounded<patient_once>("bounded_mutex", 3, {}),
    add_bounded<looking_twice>("looking_mutex", 3, {}),
};

// The same question as P2. That it is the patience which bounds the overtaking is shown by the last case,
// in which it has no end.
bool const bound[] = {
    add_reference<overtaken<impatient, 4, 1>>(worded(about_overtaking("impatient_mutex", 4, 5))),
    add_reference<overtaken<patient_once, 4, 2>>(worded(about_overtaking("bounded_mutex", 4, 5))),
    add_reference<overtaken<endlessly_patient, 4, 4>>([] {
        case_description about = worded(about_overtaking("endless_patience", 4, 6));
        about.expected = verdict::reachable;
        about.goal = "overtaken three times";
        return about;
    }()),
};

} // namespace
