// Threads that lock, and threads that only try for a while: the scenarios of the lab's mutexes.
#pragma once

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_text.hpp>
#include <kev/lab08/spin.hpp>

#include "../testing_access.hpp"

#include <kev/scenarios/attempts.hpp>

namespace kev::lab08::in_model {

using mutex = inspected<lab08::mutex>;

/// The time is up after the bursts and one spin at a seat: each is followed by a question.
class over_after_a_spin {
public:
    bool passed() const noexcept { return asked_++ > spin_budget::bursts; }
    lab05::sleep_end end() const { return lab05::for_at_most(checker::attempt_limit).end(); }

private:
    mutable int asked_ = 0;
};

struct try_for_a_while {
    bool operator()(auto& m) const {
        return testing_access::lock(m, lab05::for_at_most(checker::attempt_limit));
    }
};
struct try_for_one_spin {
    bool operator()(auto& m) const { return testing_access::lock(m, over_after_a_spin()); }
};

/// A mutex that begins with so many failures: with 15 nobody spins, with fewer everybody may.
template <typename Mutex, typename Attempt, state_t Failures, checker::role... Roles>
struct attempts_by : run_seats, checker::lockers_and_triers<Mutex, Attempt, Roles...> {
    attempts_by()
        : checker::lockers_and_triers<Mutex, Attempt, Roles...>(Failures *
                                                                mutex_bits::one_failure) {}

    void after() {
        checker::require(
            (this->m.state() & ~(mutex_bits::all_failures | mutex_bits::all_passed_over)) == 0,
            "nobody is counted who does not wait, and nobody spins");
    }
};

template <typename Mutex, state_t Failures, checker::role... Roles>
using attempts = attempts_by<Mutex, try_for_a_while, Failures, Roles...>;

/// "locked, 1 sleeping" for the state word of mutex.hpp.
inline std::string describe_word(std::uint64_t state) {
    return mutex_bits::describe(static_cast<state_t>(state));
}

/// The description that all cases begin with.
inline checker::case_description about_attempts(std::string id, std::string title, int bound) {
    checker::case_description about;
    about.id = std::move(id);
    about.lab = "08";
    about.variant = "mutex";
    about.title = std::move(title);
    about.promise = "every call ends, and leaves nobody counted who does not wait";
    about.options.limits.preemptions = bound;
    about.must_reach = {"a waiter slept"};
    about.decoders = {{"word", describe_word}};
    return about;
}

/// The same with names for the threads.
inline checker::case_description with_lanes(checker::case_description about,
                                            std::vector<std::string> lanes) {
    about.lanes = std::move(lanes);
    return about;
}

} // namespace kev::lab08::in_model
