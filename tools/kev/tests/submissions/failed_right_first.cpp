// 08/failed-attempt passes
// the first attempt fails
// Two threads need something done once. It always succeeds; what if it does not?
#include <kev/lab08/once_flag.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct two_users {
    static constexpr int threads = 2;
    lab08::once_flag flag;

    kev::shared<int> tries{0, "tries"};
    two_users() { checker::name(flag, "flag"); }

    void thread(int) {
        if (!flag.begin()) return;
        tries.write(tries.read() + 1);
        if (tries.read() == 1) return flag.abort();
        flag.finish();
    }
};

bool const registered = checker::add_case<two_users>([] {
    checker::case_description about;
    about.id = "failed-attempt";
    about.lab = "08";
    about.variant = "once_flag";
    about.title = "two threads need something done";
    about.promise = "after a failed attempt it is the turn of a waiter";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
