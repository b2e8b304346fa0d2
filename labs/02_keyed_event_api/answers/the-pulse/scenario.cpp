// The passer has left its mark and is interrupted before it waits: the pulse finds no sleeper.
#include <kev/lab02/gate.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct passer_and_opener {
    static constexpr int threads = 2;
    lab02::gate g;

    passer_and_opener() { checker::name(g, "g"); }

    void thread(int number) { number == 1 ? g.pass() : g.open(); }
};

bool const registered = checker::add_case<passer_and_opener>([] {
    checker::case_description about;
    about.id = "the-pulse";
    about.lab = "02";
    about.variant = "gate";
    about.title = "one thread passes a gate that another opens";
    about.promise = "a passer that has announced itself is woken";
    about.options.limits.preemptions = 1;
    about.lanes = {"passer", "opener"};
    return about;
}());

} // namespace
