// The leaver is the attendant. The waker's first wake leaves a note, so the attendant begins to do what is noted:
// it takes the arrivals, of which there are none. Now the waiter joins, and the waker's second wake adds to the
// note. The attendant reads it, with the waiter not in its line.
#include <kev/lab06/model/run_table.hpp>
#include <kev/lab06/wait_bucket_text.hpp>
#include <kev/lab06/wait_on_address.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <cstdint>

namespace {

using namespace kev;
using value = kev::atomic<std::uint32_t>;

struct leaver_and_waker {
    static constexpr int threads = 3;
    lab06::in_model::run_table table; // the first member: the wait table of this run
    value other{0, "other"};
    value flag{0, "flag"};

    void thread(int number) {
        if (number == 1)
            wait_once();
        else if (number == 2)
            wait_until_set();
        else
            wake();
    }

    // Its time is up, and it takes itself out: meanwhile it is the attendant.
    void wait_once() {
        std::uint32_t const undesired = 0;
        lab06::wait_on_address_for(&other, &undesired, sizeof undesired,
                                   std::chrono::milliseconds(1));
    }
    void wait_until_set() {
        std::uint32_t const undesired = 0;
        // acquire: pairs with the store in wake().
        while (flag.load(std::memory_order_acquire) == 0)
            lab06::wait_on_address(&flag, &undesired, sizeof undesired);
    }
    void wake() {
        lab06::wake_by_address_single(&other);
        // release: pairs with the load in wait_until_set().
        flag.store(1, std::memory_order_release);
        lab06::wake_by_address_single(&flag);
    }
};

bool const registered = checker::add_case<leaver_and_waker>([] {
    checker::case_description about;
    about.id = "order-of-a-note";
    about.lab = "06";
    about.variant = "wait_on_address";
    about.title = "one leaves, one waits, and two wakes come meanwhile";
    about.promise = "a note reaches the waiters that had joined before it was written";
    about.options.limits.preemptions = 3;
    about.options.limits.timeouts = 1;
    about.options.limits.weak_failures = 0;
    about.lanes = {"leaver", "waiter", "waker"};
    about.decoders = {{"bucket", [](std::uint64_t bits) {
                           return lab06::bucket_word::describe(static_cast<std::uintptr_t>(bits));
                       }}};
    return about;
}());

} // namespace
