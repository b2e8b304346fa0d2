// One thread waits, awake, until another has set the flag. Let it sleep instead.
#include <kev/lab06/model/run_table.hpp>
#include <kev/lab06/wait_bucket_text.hpp>
#include <kev/lab06/wait_on_address.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <cstdint>

namespace {

using namespace kev;
using value = kev::atomic<std::uint32_t>;

struct waiter_and_setter {
    static constexpr int threads = 2;
    lab06::in_model::run_table table; // the first member: the wait table of this run
    value flag{0, "flag"};

    void thread(int number) {
        if (number == 1) {
            // acquire: pairs with the store below.
            while (flag.load(std::memory_order_acquire) == 0) kev::relax(); // TODO(you)
        } else {
            // release: pairs with the load above.
            flag.store(1, std::memory_order_release);
            lab06::wake_by_address_single(&flag);
        }
    }
};

bool const registered = checker::add_case<waiter_and_setter>([] {
    checker::case_description about;
    about.id = "second-look";
    about.lab = "06";
    about.variant = "wait_on_address";
    about.title = "one thread waits for a value that another sets";
    about.promise = "a waiter that no waker saw looks at the value again";
    about.options.limits.preemptions = 2;
    about.lanes = {"waiter", "setter"};
    about.decoders = {{"bucket", [](std::uint64_t bits) {
                           return lab06::bucket_word::describe(static_cast<std::uintptr_t>(bits));
                       }}};
    return about;
}());

} // namespace
