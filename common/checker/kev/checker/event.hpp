/// @file
/// One step of a schedule, as it is shown to people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <kev/checker/source_place.hpp>

namespace kev::checker {

/// One step of a thread. `before` and `after` are the object's value; equal for a step that reads.
struct event {
    int thread = 0;
    std::string operation{}; ///< "fetch_or", "NtWaitForKeyedEvent"
    std::string object{};    ///< "m.word"; empty for a fence
    bool has_value = false;  ///< whether before and after mean anything
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    std::string order{};   ///< "acquire"; empty where there is none
    std::string note{};    ///< what else happened: "fails", "sleeps", "wakes thread 2"
    source_place where{};  ///< the step's place in the source
    bool preempts = false; ///< the thread before could have gone on
};

/// One answer to the question who goes next, and the choices that were made while it went.
struct turn {
    std::size_t thread = 0;
    bool timed_out = false;             ///< it slept, and its time-out came
    bool spins_on = false;              ///< it waited for a change, and went on without one
    std::vector<std::size_t> answers{}; ///< to the choices inside the step
    std::size_t first_event = 0;        ///< its events: from here to those of the next turn
};

/// A whole run, and how it ended.
struct schedule {
    std::vector<event> events;
    std::vector<std::size_t> set_up; ///< answers to the choices before the first turn
    std::vector<turn> turns;
    int preemptions = 0;
    std::vector<std::string> ending; ///< sentences: "thread 1 waits in ... forever"
    std::size_t loop_begin = 0;      ///< livelock: this part of the events repeats forever;
    std::size_t loop_end = 0;        ///< empty if nothing repeats
};

} // namespace kev::checker
