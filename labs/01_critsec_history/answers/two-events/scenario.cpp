// The visitor and the owner who leaves both find no event, and each makes one.
#include <kev/lab01/critical_section_xp.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct visitors {
    static constexpr int threads = 2;
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
    about.title = "two visitors enter and leave";
    about.promise = "a section has one event";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
