// The barrier, and B1.
#include <kev/barrier.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/model/run_wait_slots.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <utility>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

struct add_one {
    kev::shared<int>* number;
    void operator()() const noexcept { number->write(number->read() + 1); }
};

// Two threads meet twice. The completion of a phase counts.
struct two_meet_twice {
    static constexpr int threads = 2;
    run_seats seats;
    run_wait_slots slots;
    kev::shared<int> phases{0, "phases"};
    kev::barrier<add_one> b{2, {&phases}};

    two_meet_twice() { name(b, "b"); }

    void thread(int /*number*/) {
        b.arrive_and_wait();
        require(phases.read() >= 1, "no thread comes out before the completion");
        b.arrive_and_wait();
        require(phases.read() == 2, "no thread comes out before the completion");
    }
};

case_description about(char const* id, char const* title, int bound) {
    case_description about;
    about.id = id;
    about.lab = "08";
    about.variant = "barrier";
    about.title = title;
    about.promise = "each thread comes out of each phase, after all have arrived";
    about.options.limits.preemptions = bound;
    about.lanes = {"thread A", "thread B"};
    about.must_reach = {"a waiter slept"};
    return about;
}

bool const twice = add_cases<two_meet_twice>(
    about("barrier/twice", "two threads meet twice", 2),
    {{.id = "B1",
      .variant = "waits_for_the_count",
      .promise = "a waiter comes out although a fast thread has arrived for the next phase"}});

// One thread arrives and leaves for good; the other meets it, and is then alone.
struct one_drops {
    static constexpr int threads = 2;
    run_seats seats;
    run_wait_slots slots;
    kev::barrier<> b{2};
    kev::shared<int> data{0, "data"};

    one_drops() { name(b, "b"); }

    void thread(int number) {
        if (number == 1) {
            data.write(1);
            return b.arrive_and_drop();
        }
        auto token = b.arrive();
        b.wait(std::move(token));
        require(data.read() == 1,
                "a thread that comes out sees what was written before each arrival");
        b.arrive_and_wait();
    }
};

bool const drops = add_reference<one_drops>([] {
    case_description about_it =
        about("barrier/drop", "one arrives and drops out, one goes on alone", 3);
    about_it.lanes = {"leaver", "stayer"};
    return about_it;
}());

} // namespace
