// One thread leaves the bucket because its time is up, while another one wakes. That gives one note at most.
// Which thread has to come, and when, so that a note is read without the waiter that it is for?
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
    static constexpr int threads = 2;
    lab06::in_model::run_table table; // the first member: the wait table of this run
    value other{0, "other"};
    value flag{0, "flag"};

    void thread(int number) {
        if (number == 1)
            wait_once();
        else
            wake();
    }

    // Its time is up, and it takes itself out: meanwhile it is the attendant.
    void wait_once() {
        std::uint32_t const undesired = 0;
        lab06::wait_on_address_for(&other, &undesired, sizeof undesired,
                                   std::chrono::milliseconds(1));
    }
    void wake() {
        lab06::wake_by_address_single(&other);
        // TODO(you): a wake that a waiter cannot do without.
    }
};

bool const registered = checker::add_case<leaver_and_waker>([] {
    checker::case_description about;
    about.id = "order-of-a-note";
    about.lab = "06";
    about.variant = "wait_on_address";
    about.title = "one leaves, and a wake comes meanwhile";
    about.promise = "a note reaches the waiters that had joined before it was written";
    about.options.limits.preemptions = 3;
    about.options.limits.timeouts = 1;
    about.options.limits.weak_failures = 0;
    about.lanes = {"leaver", "waker"};
    about.decoders = {{"bucket", [](std::uint64_t bits) {
                           return lab06::bucket_word::describe(static_cast<std::uintptr_t>(bits));
                       }}};
    return about;
}());

} // namespace
