// A3 and A4: surprises of the correct implementation, which every caller must expect.
#include "waiting.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab06;
using namespace kev::lab06::in_model;

// The first wait is skipped, because the second look finds a new value; the alert for it stays.
struct skipped_wait {
    static constexpr int threads = 2;
    run_table table;
    value flag{0, "flag"};
    value done{0, "done"};

    void thread(int number) {
        if (number == 2) {
            set(flag, 1);
            wake_by_address_single(&flag);
            done.store(1);
            return;
        }
        wait_while(flag, 0);
        while (done.load() == 0) kev::relax();
        // The only wake has returned. It was for the wait above. No wake comes for the next wait.
        if (wait_once_for(flag, 1)) reached("a wait ended that no thread woke");
    }
};

bool const buffered = add_reference<skipped_wait>([] {
    case_description text = about("A3", "a wait that is skipped, and the next one",
                                  "can a wait end although no thread woke it", 3);
    text.expected = verdict::reachable;
    text.goal = "a wait ended that no thread woke";
    text.lanes = {"waiter", "setter"};
    return text;
}());

// Two waiters, the first of which certainly came first. Then an unrelated wake, and the real one.
struct two_in_order {
    static constexpr int threads = 3;
    run_table table;
    value flag{0, "flag"};
    value step{0, "step"};

    void wait_for_step(std::uint32_t number) {
        while (step.load() < number) kev::relax();
    }
    void thread(int number) {
        if (number == 3) {
            wait_for_step(1);
            wake_by_address_single(&flag); // unrelated: nothing has changed
            set(flag, 1);
            wake_by_address_single(&flag); // the real one
            step.store(2);
        } else {
            if (number == 2) {
                while (!table.bucket().occupied()) kev::relax(); // the first is in line
                step.store(1);
            }
            wait_while(flag, 0);
            if (number == 2) wait_for_step(2);
            if (number == 2 && table.bucket().occupied())
                reached("the second was woken and the first still waits");
            wake_by_address_single(&flag); // for a waiter that is left
        }
    }
};

bool const order = add_reference<two_in_order>([] {
    case_description text = about("A4", "two waiters in order, an unrelated wake, and one for one",
                                  "can the second be woken while the first waits", 3);
    text.expected = verdict::reachable;
    text.goal = "the second was woken and the first still waits";
    text.lanes = {"first", "second", "waker"};
    return text;
}());

} // namespace
