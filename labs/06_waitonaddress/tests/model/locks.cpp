// The mutexes and the condition variable on top.
#include <kev/lab06/address_condition_variable.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_timed_mutex.hpp>

#include <kev/scenarios/lockers.hpp>

#include "waiting.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab06;
using namespace kev::lab06::in_model;

std::string describe_word(std::uint64_t word) {
    return word == 0 ? "free" : word == 1 ? "owned" : "contended";
}

case_description about_lock(std::string id, std::string title, int bound) {
    case_description text = about(std::move(id), std::move(title),
                                  "every thread that locks gets the lock, alone", bound);
    text.decoders.push_back({"word", describe_word});
    text.must_reach = {"a waiter slept", "an alert woke a sleeper"};
    return text;
}

// The table comes first: the mutex finds its bucket there.
template <typename Mutex, int Threads, int Rounds = 1>
struct lockers_on_a_table : run_table, kev::checker::lockers<Mutex, Threads, Rounds> {};

bool const mutexes[] = {
    add_reference<lockers_on_a_table<address_mutex<>, 2>>(
        about_lock("address_mutex/2", "two threads lock", 5)),
    add_reference<lockers_on_a_table<address_mutex<>, 2, 2>>(
        about_lock("address_mutex/2x2", "two threads lock twice", 4)),
    add_reference<lockers_on_a_table<address_mutex<>, 3>>(
        about_lock("address_mutex/3", "three threads lock", 3)),
};

// Two lock, one of them with a time limit; a third has the lock first.
struct timed_lockers {
    static constexpr int threads = 3;
    run_table table;
    address_timed_mutex m;
    kev::shared<int> counter{0, "counter"};

    timed_lockers() { name(m, "m"); }
    static constexpr int role_of(int number) { return number == 1 ? 1 : 2; }
    void thread(int number) {
        if (number != 1) {
            m.lock();
        } else if (!m.try_lock_for(std::chrono::milliseconds(1))) {
            return reached("it gave up");
        }
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

bool const timed = add_reference<timed_lockers>([] {
    case_description text = about_lock("address_timed_mutex/3", "three lock, one with a limit", 3);
    text.options.limits.timeouts = 1;
    text.must_reach.push_back("it gave up");
    text.must_reach.push_back("a wait timed out");
    return text;
}());

bool const clock_goes_on = add_reference<timed_lockers>([] {
    case_description text = about_lock(
        "address_timed_mutex/clock", "as address_timed_mutex/3; time passes between two steps", 2);
    text.options.limits.timeouts = 1;
    text.options.limits.clock_steps = 1;
    text.must_reach.push_back("it gave up");
    text.must_reach.push_back("time passed before a look at the clock");
    return text;
}());

// A box that one thread fills and another thread empties.
struct producer_and_consumer {
    static constexpr int threads = 2;
    run_table table;
    address_mutex<> m;
    address_condition_variable filled;
    kev::shared<int> content{0, "content"};

    producer_and_consumer() {
        name(m, "m");
        name(filled, "filled");
    }
    void thread(int number) {
        m.lock();
        if (number == 1) {
            filled.wait(m, [&] { return content.read() != 0; });
            require(content.read() == 1, "the consumer sees the content");
        } else {
            content.write(1);
        }
        m.unlock();
        if (number == 2) filled.notify_one();
    }
};

bool const condition = add_reference<producer_and_consumer>([] {
    case_description text =
        about_lock("address_condition_variable/2", "one waits for what another makes", 4);
    text.promise = "a notification after the change is not lost";
    return text;
}());

} // namespace
