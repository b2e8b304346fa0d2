// Two threads enter, count and leave. Make the failed one do harm.
#include <kev/lab01/critical_section_xp.hpp>

#include "sections.hpp"

namespace {

using namespace kev;

struct visitors {
    static constexpr int threads = 2;
    lab01::critical_section_xp s;
    kev::shared<int> counter{0, "counter"};

    visitors() {
        checker::name(s, "s");
        lab01::kernel::boot();
        s.initialize();
        lab01::kernel::inject({.may_fail = 0}); // TODO(you): as it stands, every event can be had.
    }

    void thread(int) {
        // TODO(you): once may not be enough. enter() comes from sections.hpp: false if it threw.
        if (!lab01::in_model::enter(s)) return;
        counter.write(counter.read() + 1);
        s.leave();
    }
};

bool const registered = checker::add_case<visitors>([] {
    checker::case_description about;
    about.id = "take-it-back";
    about.lab = "01";
    about.variant = "critical_section_xp";
    about.title = "visitors enter, count and leave";
    about.promise = "an enter() that fails leaves the section as it was";
    about.options.limits.preemptions = 4;
    return about;
}());

} // namespace
