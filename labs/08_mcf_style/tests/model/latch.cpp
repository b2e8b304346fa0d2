// The latch, and D1.
#include <kev/lab08/latch.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <memory>

namespace {

using namespace kev::checker;

// Two count down, each after a write; the waiter sees both writes.
struct counters_and_waiter {
    static constexpr int threads = 3;
    kev::lab08::latch l{2};
    kev::shared<int> first{0, "first"};
    kev::shared<int> second{0, "second"};

    counters_and_waiter() { name(l, "l"); }

    void thread(int number) {
        if (number == 1) {
            first.write(1);
            l.count_down();
        } else if (number == 2) {
            second.write(1);
            l.count_down();
        } else {
            l.wait();
            require(first.read() == 1 && second.read() == 1,
                    "a waiter that comes through sees what was written before each count_down()");
        }
    }

    void after() { require(l.try_wait(), "it stays open"); }
};

case_description about(char const* id, int bound, int stale_loads) {
    case_description about;
    about.id = id;
    about.lab = "08";
    about.variant = "latch";
    about.title = "two threads count down, a third waits for both";
    about.promise =
        "the waiter comes through when the count is zero, and sees all that was written before";
    about.options.limits.preemptions = bound;
    about.options.limits.stale_loads = stale_loads;
    about.lanes = {"counter 1", "counter 2", "waiter"};
    about.must_reach = {"a waiter slept"};
    return about;
}

bool const both = add_cases<counters_and_waiter>(
    about("latch/3", 4, 0),
    {{.id = "D1",
      .variant = "counts_down_without_looking",
      .expected = verdict::data_race,
      .promise = "a waiter sees what was written before each count_down()"}});

bool const weakly = add_reference<counters_and_waiter>([] {
    case_description weak = about("latch/3-weak", 2, 1);
    weak.title += ", and a load may be stale";
    return weak;
}());

// The waiter destroys the latch as soon as it has come through: in its place the memory is used for something else.
struct destroyed_by_the_waiter {
    static constexpr int threads = 2;
    kev::lab08::latch l{1};

    destroyed_by_the_waiter() { name(l, "l"); }

    void thread(int number) {
        if (number == 1) return l.count_down();
        l.wait();
        std::destroy_at(&l);
        std::construct_at(&l, 1);
    }

    void after() { require(!l.try_wait(), "the last count_down() does not touch the new latch"); }
};

bool const destroyed = add_reference<destroyed_by_the_waiter>([] {
    case_description about_it = about("latch/destroyed", 4, 0);
    about_it.title =
        "a thread counts down, the waiter destroys the latch and makes a new one in its place";
    about_it.promise = "a waiter that has come through may destroy the latch";
    about_it.lanes = {"counter", "waiter"};
    return about_it;
}());

} // namespace
