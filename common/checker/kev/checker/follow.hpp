/// @file
/// One run after the model of another: the correct lock under the schedule that broke its twin.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <kev/checker/case_entry.hpp>
#include <kev/checker/event.hpp>
#include <kev/checker/verdict.hpp>

namespace kev::checker {

/// The outcome of one turn of the schedule that is followed.
struct followed_turn {
    turn asked;
    std::string missed{};        ///< why the thread could not go: "sleeps"; empty if it went
    std::vector<event> events{}; ///< what it did
};

/// A run that follows another.
struct followed_run {
    std::vector<event> before; ///< what happens before anybody has a choice
    std::vector<followed_turn>
        turns;                    ///< one for each turn that was asked for, then those after them
    std::size_t asked = 0;        ///< how many were asked for, without the set-up
    std::optional<verdict> found; ///< set if it failed all the same
    std::vector<std::string> ending;
};

/// Lets the threads of a case go in the given order as long as they can; a turn of one that cannot is
/// left out, and said so. Afterwards they go on undisturbed until all have ended. A first turn of thread 0
/// holds the answers to the choices of the set-up.
followed_run follow(case_entry const& entry, std::vector<turn> turns);

/// The turns of a run; before them, as one of thread 0, the choices of its set-up, unless each was answered
/// with the first alternative.
std::vector<turn> turns_of(schedule const& trace);

/// "0:1 1 2 2t 1:0:1": the thread, or 0 for the set-up; t if its time-out comes, s if it spins on; the answers to the choices
/// inside the step.
std::string to_text(std::vector<turn> const& turns);
/// The same backwards; nothing if it cannot be read.
std::optional<std::vector<turn>> to_turns(std::string_view text);

/// As a JSON object; docs/checker.md describes it.
std::string to_json(case_entry const& entry, followed_run const& found);

} // namespace kev::checker
