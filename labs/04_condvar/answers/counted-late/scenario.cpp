// The notifier comes between the waiter's unlock and its count.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/lock_free_condvar.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <mutex>

namespace {

using namespace kev;

struct waiter_and_notifier {
    static constexpr int threads = 2;
    lab03::fast_mutex m;
    lab04::lock_free_condvar c;
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
        lock.unlock();
        c.notify_all();
    }
};

bool const registered = checker::add_case<waiter_and_notifier>([] {
    checker::case_description about;
    about.id = "counted-late";
    about.lab = "04";
    about.variant = "lock_free_condvar";
    about.title = "one thread waits, the other makes the condition true and notifies";
    about.promise = "the thread that makes the condition true sees the waiter that found it false";
    about.options.limits.preemptions = 1;
    return about;
}());

} // namespace
