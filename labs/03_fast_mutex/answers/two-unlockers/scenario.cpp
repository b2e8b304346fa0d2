// The smallest: an unlocker, the waiter that it releases, and a passer-by that unlocks before the waiter has run.
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct lockers {
    static constexpr int threads = 3;
    lab03::fast_mutex m;
    kev::shared<int> counter{0, "counter"};

    lockers() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

bool const registered = checker::add_case<lockers>([] {
    checker::case_description about;
    about.id = "two-unlockers";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "three threads lock, count and unlock";
    about.promise = "of two unlockers, each wakes a waiter of its own";
    about.options.limits.preemptions = 1;
    return about;
}());

} // namespace
