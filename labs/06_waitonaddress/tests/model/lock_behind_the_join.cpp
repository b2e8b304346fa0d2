// A lock of the runtime that sleeps by alerts, between the join and the look at the waiter's own block.
#include "waiting.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab06;
using namespace kev::lab06::in_model;

// An unrelated wake, and the real one, as in wait/stranger. The lock may take the alert of either.
struct waiter_with_a_lock {
    static constexpr int threads = 2;
    run_table table;
    value flag{0, "flag"};

    void thread(int number) {
        if (number == 1) return wait();
        wake_by_address_single(&flag);
        set(flag, 1);
        wake_by_address_single(&flag);
    }

    void wait() {
        std::uint32_t const closed = 0;
        // acquire: pairs with the release of set().
        while (flag.load(std::memory_order_acquire) == closed) {
            watched_value const watched(&flag, &closed, sizeof closed);
            wait_bucket& bucket = process_table().bucket_of(&flag);
            waiter self(&flag, this_thread_id());
            bucket.join(self);
            kev::nt::LARGE_INTEGER a_while =
                kev::lab02::relative_timeout(std::chrono::milliseconds(1));
            if (wait_for_alert(nullptr, &a_while)) reached("the lock took an alert");
            sleep_joined(bucket, self, watched, nullptr);
        }
    }
};

bool const lock = add_reference<waiter_with_a_lock>([] {
    case_description text =
        about("wait/lock-behind-the-join", "a waiter meets a lock of the runtime behind its join",
              "a lock that takes the alert of a wait does not keep it asleep", 4);
    text.lanes = {"waiter", "waker"};
    text.must_reach = {"a waiter slept", "an alert woke a sleeper", "the lock took an alert"};
    return text;
}());

} // namespace
