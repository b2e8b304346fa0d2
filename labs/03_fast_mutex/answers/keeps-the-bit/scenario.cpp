// The owner comes back before the thread that it woke has run.
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct lockers {
    static constexpr int threads = 2;
    lab03::fast_mutex m;
    kev::shared<int> counter{0, "counter"};

    lockers() { checker::name(m, "m"); }

    void thread(int number) {
        for (int round = 0; round < (number == 1 ? 2 : 1); ++round) {
            m.lock();
            counter.write(counter.read() + 1);
            m.unlock();
        }
    }
};

bool const registered = checker::add_case<lockers>([] {
    checker::case_description about;
    about.id = "keeps-the-bit";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "one thread locks twice, the other once";
    about.promise = "a sleeper is woken by the next unlock that finds the lock free";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
