// The latch, and D1.
#include <kev/latch.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace kev::checker;

// Two count down, each after a write; the waiter sees both writes.
struct counters_and_waiter {
    static constexpr int threads = 3;
    kev::latch l{2};
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

// A waiter destroys the latch as soon as it has come through: in its place the memory is used for something else.
template <int Counters>
struct destroyed_by_the_waiter {
    static constexpr int threads = Counters + 1;
    kev::latch l{Counters};

    destroyed_by_the_waiter() { name(l, "l"); }

    void thread(int number) {
        if (number <= Counters) return l.count_down();
        l.wait();
        std::destroy_at(&l);
        std::construct_at(&l, 1);
    }

    void after() { require(!l.try_wait(), "the last count_down() does not touch the new latch"); }
};

case_description about_destroyed(char const* id, char const* title,
                                 std::vector<std::string> lanes) {
    case_description about_it = about(id, 4, 0);
    about_it.title = title;
    about_it.promise = "the last waiter that has come through may destroy the latch";
    about_it.lanes = std::move(lanes);
    return about_it;
}

bool const destroyed = add_reference<destroyed_by_the_waiter<1>>(about_destroyed(
    "latch/destroyed",
    "a thread counts down, the waiter destroys the latch and makes a new one in its place",
    {"counter", "waiter"}));

bool const destroyed_after_two = add_reference<destroyed_by_the_waiter<2>>(about_destroyed(
    "latch/destroyed-after-two",
    "two threads count down, the waiter destroys the latch and makes a new one in its place",
    {"counter 1", "counter 2", "waiter"}));

// Two wait. The waiter that comes out last destroys it.
struct destroyed_by_the_last_waiter {
    static constexpr int threads = 3;
    kev::latch l{1};
    kev::atomic<int> out{0, "out"};

    destroyed_by_the_last_waiter() { name(l, "l"); }

    static constexpr int role_of(int number) { return number == 1 ? 1 : 2; }
    void thread(int number) {
        if (number == 1) return l.count_down();
        l.wait();
        // acq_rel: pairs with itself: the last waiter comes after the other waiter's last use of the latch.
        if (out.fetch_add(1, std::memory_order_acq_rel) == 0) return;
        std::destroy_at(&l);
        std::construct_at(&l, 1);
    }

    void after() { require(!l.try_wait(), "the last count_down() does not touch the new latch"); }
};

bool const destroyed_by_last = add_reference<destroyed_by_the_last_waiter>(about_destroyed(
    "latch/destroyed-by-last", "a thread counts down, the last of two waiters destroys the latch",
    {"counter", "waiter 1", "waiter 2"}));

} // namespace
