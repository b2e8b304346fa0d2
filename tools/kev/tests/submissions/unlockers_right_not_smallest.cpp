// 03/two-unlockers fails: is not the smallest
// three threads, two rounds
// Two threads lock and unlock. Make the mutant release a waiter that is not there.
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
        for (int i = 0; i < 2; ++i) {
            m.lock();
            counter.write(counter.read() + 1);
            m.unlock();
        }
    }
};

bool const registered = checker::add_case<lockers>([] {
    checker::case_description about;
    about.id = "two-unlockers";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "lock, count and unlock";
    about.promise = "of two unlockers, each wakes a waiter of its own";
    about.options.limits.preemptions = 3;
    return about;
}());

} // namespace
