// A visitor fails and takes its announcement back; the owner has seen it, and hands over to no thread.
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
        lab01::kernel::inject({.may_fail = 1});
    }

    void thread(int) {
        for (int round = 0; round < 2; ++round) {
            if (!lab01::in_model::enter(s)) continue;
            counter.write(counter.read() + 1);
            s.leave();
        }
    }
};

bool const registered = checker::add_case<visitors>([] {
    checker::case_description about;
    about.id = "take-it-back";
    about.lab = "01";
    about.variant = "critical_section_xp";
    about.title = "two visitors come twice, and one event cannot be had";
    about.promise = "an enter() that fails leaves the section as it was";
    about.options.limits.preemptions = 4;
    return about;
}());

} // namespace
