// One thread waits for a condition. Make the mutant miss the notification.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/lock_free_condvar.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <mutex>

namespace {

using namespace kev;

struct one_waiter {
    static constexpr int threads = 1; // TODO(you): alone;
    lab03::fast_mutex m;
    lab04::lock_free_condvar c;
    kev::shared<int> ready{0, "ready"};

    one_waiter() {
        checker::name(m, "m");
        checker::name(c, "c");
    }

    void thread(int number) {
        ready.write(1); // TODO(you): it is true before a thread waits, so no thread ever waits
        std::unique_lock lock(m);
        if (number == 1) {
            c.wait(lock, [&] { return ready.read() != 0; });
            return;
        }
    }
};

bool const registered = checker::add_case<one_waiter>([] {
    checker::case_description about;
    about.id = "counted-late";
    about.lab = "04";
    about.variant = "lock_free_condvar";
    about.title = "one thread waits for a condition";
    about.promise = "the thread that makes the condition true sees the waiter that found it false";
    about.options.limits.preemptions = 1;
    return about;
}());

} // namespace
