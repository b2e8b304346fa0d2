// 03/plain-data passes
// two threads add to plain data
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct two_owners {
    static constexpr int threads = 2;
    lab03::fast_mutex m;
    kev::shared<int> counter{0, "counter"};

    two_owners() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

bool const registered = checker::add_case<two_owners>([] {
    checker::case_description about;
    about.id = "plain-data";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "two threads own the mutex one after the other";
    about.promise = "the next owner sees what the last one wrote";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
