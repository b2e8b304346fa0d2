// A gate that is opened before it is passed. Make the mutant lose the passer.
#include <kev/lab02/gate.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct passer_and_opener {
    static constexpr int threads =
        1; // TODO(you): one thread does both here, in the one order that is harmless.
    lab02::gate g;

    passer_and_opener() { checker::name(g, "g"); }

    void thread(int) {
        g.open();
        g.pass();
    }
};

bool const registered = checker::add_case<passer_and_opener>([] {
    checker::case_description about;
    about.id = "the-pulse";
    about.lab = "02";
    about.variant = "gate";
    about.title = "a gate is opened and passed";
    about.promise = "a passer that has announced itself is woken";
    about.options.limits.preemptions = 0 /* TODO(you): is that enough? */;
    return about;
}());

} // namespace
