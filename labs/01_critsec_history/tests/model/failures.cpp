// What Windows 2000's section does when no event can be had: C1 and C2, and what comes after.
#include <kev/lab01/critical_section_2000.hpp>

#include "sections.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab01;
using namespace kev::lab01::in_model;

// Leaves; whether that was possible.
bool leave(critical_section_2000& section) {
    try {
        section.leave();
        return true;
    } catch (raised const&) {
        return false;
    }
}

// Two visitors; who comes second has to wait. `Refused` events in a row cannot be had: 1, or 2 for all.
template <int Refused>
struct two_visitors {
    static constexpr int threads = 2;
    critical_section_2000 s;

    two_visitors() {
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

    void after() { require(s.fields().lock_count == -1, "a section that nobody is in is free"); }
};

// The same, but whoever could not leave goes on; there are events again, and it enters once more.
struct visitors_with_patience : two_visitors<2> {
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
    return about;
}

bool const c1 =
    add_cases<two_visitors<1>>(failure("C1", "one event cannot be had while a visitor has to wait",
                                       "an enter that fails leaves the section as it was"));

bool const c2 = add_cases<two_visitors<2>>(
    failure("C2", "no event can be had while a visitor has to wait", "leave() cannot fail"));

bool const later = add_cases<visitors_with_patience>([] {
    case_description about = failure("2000/later", "as C2, but then there are events again",
                                     "a section can be entered again after a leave() that failed");
    about.expected = verdict::deadlock;
    return about;
}());

} // namespace
