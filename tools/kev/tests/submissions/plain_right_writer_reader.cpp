// 03/plain-data passes
// one writes, one reads
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

    void thread(int number) {
        m.lock();
        if (number == 1)
            message.write(7);
        else
            (void)message.read();
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
