// The recursive mutex, and X1.
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/recursive_mutex.hpp>

#include <kev/checker/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev::checker;

// Two threads come in twice over and leave as often.
struct comes_again {
    static constexpr int threads = 2;
    kev::lab08::in_model::run_seats seats;
    kev::lab08::recursive_mutex m;
    kev::shared<int> counter{0, "counter"};

    comes_again() { name(m, "m"); }

    void thread(int) {
        m.lock();
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
        counter.write(counter.read() + 1);
        m.unlock();
    }

    void after() { require(counter.read() == 4, "the mutex is kept until the last unlock"); }
};

bool const twice = add_cases<comes_again>(
    {
        .id = "recursive_mutex/2",
        .lab = "08",
        .variant = "recursive_mutex",
        .title = "two threads lock twice over",
        .promise = "the owner comes in again, and nobody else",
        .options = {.limits = {.preemptions = 3, .stale_loads = 1}},
        .lanes = {"first", "second"},
        .must_reach = {"a waiter slept"},
    },
    {{.id = "X1",
      .variant = "forgets_its_name_too_late",
      .promise = "the name in the mutex is its owner's"}});

} // namespace
