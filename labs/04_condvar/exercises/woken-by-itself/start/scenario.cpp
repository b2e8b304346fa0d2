// One waits, one makes the condition true. Make the mutant wait for itself.
#include <kev/lab04/queue_condvar.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <mutex>

namespace {

using namespace kev;

struct waiter_and_notifier {
    static constexpr int threads = 2;
    lab04::queue_mutex m;
    lab04::queue_condvar c;
    kev::shared<int> ready{0, "ready"};

    waiter_and_notifier() {
        checker::name(m, "m");
        checker::name(c, "c");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        if (number == 1) {
            c.wait(lock, [&] { return ready.read() != 0; });
            return;
        }
        ready.write(1);
        c.notify_all(); // TODO(you): with the mutex owned the waiter has left it for certain
    }
};

bool const registered = checker::add_case<waiter_and_notifier>([] {
    checker::case_description about;
    about.id = "woken-by-itself";
    about.lab = "04";
    about.variant = "queue_condvar";
    about.title = "one thread waits, the other notifies";
    about.promise = "a waiter that gives the mutex up sleeps until it is woken";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
