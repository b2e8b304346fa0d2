// 03/plain-data fails: spare the reference
// a data race of its own
// Two threads lock and unlock. Make the checker see what a relaxed unlock() loses.
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct two_owners {
    static constexpr int threads = 2;
    lab03::fast_mutex m;
    kev::shared<int> message{0, "message"};

    two_owners() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        message.write(1);
        m.unlock();
        message.write(2); // outside: a race of its own
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
