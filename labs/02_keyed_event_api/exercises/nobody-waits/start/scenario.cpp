// A passer and an opener. Make the mutant's opener wait forever.
#include <kev/lab02/gate.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct passer_and_opener {
    static constexpr int threads = 2;
    lab02::gate g;

    passer_and_opener() { checker::name(g, "g"); }

    void thread(int) {
        // TODO(you): thread 1 passes the gate, thread 2 opens it.
    }
};

bool const registered = checker::add_case<passer_and_opener>([] {
    checker::case_description about;
    about.id = "nobody-waits";
    about.lab = "02";
    about.variant = "gate";
    about.title = "one thread passes a gate that another opens";
    about.promise = "the opener opens and goes on";
    about.options.limits.preemptions = 1;
    about.lanes = {"passer", "opener"};
    return about;
}());

} // namespace
