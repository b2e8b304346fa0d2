// The protocol of each generation, and three broken variants of XP's section.
#include <kev/lab01/critical_section_2000.hpp>
#include <kev/lab01/critical_section_keyed.hpp>
#include <kev/lab01/critical_section_nt4.hpp>
#include <kev/lab01/critical_section_xp.hpp>

#include "sections.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab01;
using namespace kev::lab01::in_model;

case_description generation(std::string id, std::string variant, int threads, int bound,
                            std::vector<std::string> must_reach) {
    case_description about = about_sections(std::move(id), std::move(variant), threads);
    about.options.limits.preemptions = bound;
    about.must_reach = std::move(must_reach);
    return about;
}

char const* const slept_in_event = "a waiter slept in an event";
char const* const slept_in_keyed = "a waiter slept in the keyed event";

bool const nt4[] = {
    add_cases<visitors<critical_section_nt4, 2, 2>>(generation(
        "nt4/2x2", "critical_section_nt4", 2, 4, {slept_in_event, "an event stayed signaled"})),
    add_cases<visitors<critical_section_nt4, 3>>(
        generation("nt4/3", "critical_section_nt4", 3, 3, {slept_in_event})),
};

// The second generation is correct as long as every event can be made.
bool const w2000[] = {
    add_cases<visitors<critical_section_2000, 2, 2>>(generation(
        "2000/2x2", "critical_section_2000", 2, 4, {slept_in_event, "an event was closed"})),
    add_cases<visitors<critical_section_2000, 3>>(
        generation("2000/3", "critical_section_2000", 3, 3, {slept_in_event})),
};

// The search chooses the events that cannot be made.
case_description xp(std::string id, int threads, int bound, std::vector<std::string> must_reach) {
    must_reach.insert(must_reach.end(),
                      {slept_in_event, slept_in_keyed, "an event could not be made"});
    case_description about =
        generation(std::move(id), "critical_section_xp", threads, bound, std::move(must_reach));
    if (threads == 2) name_lanes(about);
    about.title += ", while up to 2 events cannot be made";
    return about;
}

bool const xp_once = add_cases<visitors<critical_section_xp, 2, 1, 2>>(
    xp("xp/2", 2, 6, {"a releaser slept", "an event was closed"}),
    {{.id = "C4",
      .variant = "undecided_place",
      .expected = verdict::deadlock,
      .promise = "a waiter and the owner that hands the section over meet in one place"},
     {.id = "C5",
      .variant = "two_events",
      .expected = verdict::deadlock,
      .promise = "a section has one event"}});

bool const xp_twice = add_cases<visitors<critical_section_xp, 2, 2, 2>>(
    xp("xp/2x2", 2, 4, {"a releaser slept"}),
    {{.id = "C3",
      .variant = "take_back_count",
      .expected = verdict::data_race,
      .promise = "an enter() that fails leaves the section as it was"}});

bool const xp_others[] = {
    add_cases<visitors<critical_section_xp, 3, 1, 2>>(xp("xp/3", 3, 3, {"a releaser slept"})),
    add_cases<visitors<critical_section_xp, 2, 1, 1, 2>>([] {
        case_description about =
            generation("xp/spin", "critical_section_xp", 2, 3, {slept_in_event, slept_in_keyed});
        about.title = "2 threads enter, count and leave, and spin twice before they sleep";
        return about;
    }()),
    add_cases<owner_and_visitor<critical_section_xp>>([] {
        case_description about =
            generation("xp/recursive", "critical_section_xp", 2, 4, {slept_in_event});
        about.title = "one thread enters twice, the other once";
        return about;
    }()),
    add_cases<visitor_and_trier<critical_section_xp>>([] {
        case_description about = generation("xp/try", "critical_section_xp", 2, 4,
                                            {"the try fails", "the try succeeds"});
        about.title = "one thread enters twice, the other tries";
        return about;
    }()),
    // xp/2x2 with stale loads: it tests the memory orders of section_core.
    add_cases<visitors<critical_section_xp, 2, 2, 2>>([] {
        case_description about = xp("xp/2x2-weak", 2, 3, {"a load was stale"});
        about.options.limits.stale_loads = 2;
        return about;
    }()),
};

bool const keyed[] = {
    add_cases<visitors<critical_section_keyed, 2, 2>>(
        generation("keyed/2x2", "critical_section_keyed", 2, 4,
                   {slept_in_keyed, "a releaser slept", "a release found its waiter"})),
    add_cases<two_sections<critical_section_keyed>>([] {
        case_description about = generation("keyed/two", "critical_section_keyed", 4, 2,
                                            {slept_in_keyed, "a releaser slept"});
        about.title = "two sections, two threads each";
        return about;
    }()),
    add_cases<visitors<critical_section_keyed, 3>>(generation(
        "keyed/3", "critical_section_keyed", 3, 3, {slept_in_keyed, "a releaser slept"})),
    add_cases<destroyed_by_the_last<critical_section_keyed>>([] {
        case_description about = generation("keyed/destroyed", "critical_section_keyed", 2, 4,
                                            {slept_in_keyed, "a releaser slept"});
        about.title = "2 threads enter and leave, and the second destroys the section";
        about.promise = "a thread that has handed the section over does not touch it again";
        // leave() subtracts its 1 after L2. Only the meeting in the kernel orders that before the destruction.
        about.options.meetings_order_memory = true;
        return about;
    }()),
};

} // namespace
