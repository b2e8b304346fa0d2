// Threads that lock, and threads that only try for a while: the scenarios of the timed mutex.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/fast_mutex_text.hpp>
#include <kev/lab05/timed_mutex.hpp>

#include <kev/scenarios/attempts.hpp>

namespace kev::lab05::in_model {

struct try_for_a_while {
    bool operator()(timed_mutex& m) const { return m.try_lock_for(checker::attempt_limit); }
};

template <checker::role... Roles>
struct attempts : checker::lockers_and_triers<timed_mutex, try_for_a_while, Roles...> {
    void after() {
        checker::require(this->m.state() == 0, "no thread is counted that does not wait");
    }
};

/// "owned, 1 waiting" for the 4-byte state word.
inline std::string describe_word(std::uint64_t state) {
    return lab03::bits::describe(static_cast<std::uint32_t>(state));
}

/// The common parts of all cases of the mutex.
inline checker::case_description about_attempts(std::string id, std::string title, int bound) {
    checker::case_description about;
    about.id = std::move(id);
    about.lab = "05";
    about.variant = "timed_mutex";
    about.title = std::move(title);
    about.promise = "every call ends, and leaves no thread counted that does not wait";
    about.options.limits.preemptions = bound;
    about.must_reach = {"a waiter slept", "a wait timed out", "an attempt failed",
                        "an attempt succeeded"};
    about.decoders = {{"word", describe_word}};
    return about;
}

} // namespace kev::lab05::in_model
