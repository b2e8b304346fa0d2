// A thread waits for another. Make the mutant forget it.
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

    void thread(int) {
        // TODO(you): once each is not enough.
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

bool const registered = checker::add_case<lockers>([] {
    checker::case_description about;
    about.id = "keeps-the-bit";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "lock, count and unlock";
    about.promise = "a sleeper is woken by the next unlock that finds the lock free";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
