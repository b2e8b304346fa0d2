// A late notification for a condition that is long true moves a waiter that still owns the mutex.
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
    kev::shared<int> count{0, "count"};

    waiter_and_notifier() {
        checker::name(m, "m");
        checker::name(c, "c");
    }

    void thread(int number) {
        if (number == 1) {
            std::unique_lock lock(m);
            c.wait(lock, [&] { return count.read() == 2; });
            return;
        }
        for (int i = 1; i <= 2; ++i) {
            std::unique_lock lock(m);
            count.write(i);
            lock.unlock();
            c.notify_all();
        }
    }
};

bool const registered = checker::add_case<waiter_and_notifier>([] {
    checker::case_description about;
    about.id = "woken-by-itself";
    about.lab = "04";
    about.variant = "queue_condvar";
    about.title = "one thread waits for two, the other counts to two and notifies each time";
    about.promise = "a waiter that gives the mutex up sleeps until it is woken";
    about.options.limits.preemptions = 4;
    return about;
}());

} // namespace
