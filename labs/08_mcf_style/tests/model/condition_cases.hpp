// All cases of the condition variable share this: the tables of a run, and how the words are shown.
#pragma once

#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/model/run_wait_slots.hpp>
#include <kev/lab08/mutex.hpp>

#include "attempts.hpp"

#include <string>
#include <utility>

namespace kev::lab08::in_model {

using condition_variable = inspected<lab08::condition_variable>;
namespace condition_bits = lab08::condition_bits;

// The set-up of every run. No thread spins for the mutex, which makes fewer runs.
struct tables {
    run_seats seats;
    run_wait_slots slots;
};
inline constexpr state_t no_thread_spins = mutex_bits::all_failures;

template <typename Scenario>
struct in_lab08 : tables, Scenario {
    in_lab08() : Scenario(no_thread_spins) {}
};

inline std::string describe_positions(std::uint64_t state) {
    return std::to_string(condition_bits::pending(state)) + " pending from " +
           std::to_string(condition_bits::position(state, 0));
}

inline std::string describe_slot(std::uint64_t slot) {
    if ((slot & wait_place::notified) != 0) return "notified";
    return (slot & wait_place::waiting) != 0 ? "waiting" : "free";
}

inline checker::case_description decoded(checker::case_description about) {
    about.decoders = {{"m.word", describe_word},  {"c.word", describe_positions},
                      {"slot[0]", describe_slot}, {"slot[1]", describe_slot},
                      {"slot[2]", describe_slot}, {"slot[3]", describe_slot}};
    return about;
}

inline checker::case_description about_condition(std::string id, std::string title, int bound) {
    checker::case_description about =
        decoded(about_attempts(std::move(id), std::move(title), bound));
    about.variant = "condition_variable";
    return about;
}

} // namespace kev::lab08::in_model
