// Windows 2000's section when no event can be made: C1 and C2, and what follows from C2.
#include <kev/lab01/critical_section_2000.hpp>

#include "sections.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab01;
using namespace kev::lab01::in_model;

// Leaves. @return false if that throws.
bool leave(critical_section_2000& section) {
    try {
        section.leave();
        return true;
    } catch (raised const&) {
        return false;
    }
}

// An owner and a waiter. The first `Refused` events cannot be made: 1, or 2 for all of them.
template <int Refused>
struct owner_and_waiter {
    static constexpr int threads = 2;
    critical_section_2000 s;

    owner_and_waiter() {
        name(s, "s");
        kernel::boot();
        s.initialize();
        kernel::inject({.fail_nth = 1, .and_all_later = Refused > 1});
    }

    void thread(int) {
        if (!enter(s)) return;
        bool const left = leave(s);
        require(left, "leave() cannot fail");
    }

    void after() { require(s.fields().lock_count == -1, "a section that no thread uses is free"); }
};

// The same, but after a leave() that fails there are events again, and that thread enters once more.
struct owner_that_comes_again : owner_and_waiter<2> {
    void thread(int) {
        if (!enter(s) || leave(s)) return;
        kernel::inject({});
        if (enter(s)) leave(s);
    }
    void after() {}
};

case_description failure(std::string id, std::string title, std::string promise) {
    case_description about = about_sections(std::move(id), "critical_section_2000", 2);
    about.title = std::move(title);
    about.promise = std::move(promise);
    about.expected = verdict::assertion;
    about.options.limits.preemptions = 2;
    name_lanes(about);
    return about;
}

bool const c1 = add_cases<owner_and_waiter<1>>(
    failure("C1", "one event cannot be made while a thread has to wait",
            "an enter() that fails leaves the section as it was"));

bool const c2 = add_cases<owner_and_waiter<2>>(
    failure("C2", "no event can be made while a thread has to wait", "leave() cannot fail"));

bool const later = add_cases<owner_that_comes_again>([] {
    case_description about = failure("2000/later", "as C2, and then there are events again",
                                     "a section can be entered again after a leave() that failed");
    about.expected = verdict::deadlock;
    return about;
}());

} // namespace
