// The first thread's attempt fails. The second may be asleep by then; only the first can call it.
#include <kev/lab08/once_flag.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct two_users {
    static constexpr int threads = 2;
    lab08::once_flag flag;

    two_users() { checker::name(flag, "flag"); }

    void thread(int number) {
        if (!flag.begin()) return;
        if (number == 1)
            flag.abort();
        else
            flag.finish();
    }
};

bool const registered = checker::add_case<two_users>([] {
    checker::case_description about;
    about.id = "failed-attempt";
    about.lab = "08";
    about.variant = "once_flag";
    about.title = "two threads; the attempt of the first fails";
    about.promise = "after a failed attempt it is the turn of a waiter";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
