// Events as JSON, for all that is printed.
#pragma once

#include <kev/checker/case_entry.hpp>
#include <kev/checker/event.hpp>

#include <nlohmann/json.hpp>

namespace kev::checker {

using json = nlohmann::ordered_json;

// A step. It has a number only in a schedule.
json event_to_json(case_description const& about, event const& step, std::size_t number = 0);

// The names of the threads.
json threads_to_json(case_entry const& entry);

} // namespace kev::checker
