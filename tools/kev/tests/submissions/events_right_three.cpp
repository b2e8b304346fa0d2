// 01/two-events passes
// three threads where two are enough
// A section that is entered and left. Make two threads meet in two places.
#include <kev/lab01/critical_section_xp.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct visitors {
    static constexpr int threads = 3;
    lab01::critical_section_xp s;

    visitors() {
        checker::name(s, "s");
        lab01::kernel::boot();
        s.initialize();
    }

    void thread(int) {
        s.enter();
        s.leave();
    }
};

bool const registered = checker::add_case<visitors>([] {
    checker::case_description about;
    about.id = "two-events";
    about.lab = "01";
    about.variant = "critical_section_xp";
    about.title = "visitors enter and leave";
    about.promise = "a section has one event";
    about.options.limits.preemptions = 3;
    return about;
}());

} // namespace
