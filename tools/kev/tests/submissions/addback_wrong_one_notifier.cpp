// 04/add-back fails: survives
// two waiters, and one notifier who notifies twice
// A waiter waits for a ticket, and a notifier brings it. Make the mutant lose a notification.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/lock_free_condvar.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <mutex>

namespace {

using namespace kev;

struct waiters_and_notifiers {
    static constexpr int threads = 3;
    lab03::fast_mutex m;
    lab04::lock_free_condvar c;
    kev::shared<int> tickets{0, "tickets"};

    waiters_and_notifiers() {
        checker::name(m, "m");
        checker::name(c, "c");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        if (number <= 2) {
            c.wait(lock, [&] { return tickets.read() > 0; });
            tickets.write(tickets.read() - 1);
            return;
        }
        tickets.write(tickets.read() + 2);
        lock.unlock();
        c.notify_one();
        c.notify_one();
    }

    void after() { checker::require(tickets.read() == 0, "each ticket is taken"); }
};

bool const registered = checker::add_case<waiters_and_notifiers>([] {
    checker::case_description about;
    about.id = "add-back";
    about.lab = "04";
    about.variant = "lock_free_condvar";
    about.title = "waiters take a ticket each, notifiers bring a ticket each";
    about.promise = "two notifications wake two waiters";
    about.options.limits.preemptions = 3;
    return about;
}());

} // namespace
