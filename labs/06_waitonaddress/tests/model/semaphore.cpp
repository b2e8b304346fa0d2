// The semaphore: A8 and A9, each as a standard library had it, and the correct one.
#include <kev/lab06/address_semaphore.hpp>

#include "waiting.hpp"

#include <vector>

namespace {

using namespace kev::checker;
using namespace kev::lab06;
using namespace kev::lab06::in_model;

std::string describe_number(std::uint64_t number) {
    return std::to_string(number);
}

case_description about_semaphore(std::string id, std::string title, int bound) {
    case_description text =
        about(std::move(id), std::move(title), "no thread sleeps while a permit is free", bound);
    text.variant = "address_semaphore";
    text.decoders.push_back({"number", describe_number});
    text.must_reach = {"a waiter slept", "an alert woke a sleeper"};
    return text;
}

// One permit, which is a mutex here: each takes it, and gives it back.
template <int Threads>
struct one_permit {
    static constexpr int threads = Threads;
    run_table table;
    address_semaphore s{1};
    kev::shared<int> counter{0, "counter"};

    one_permit() { name(s, "s"); }
    void thread() {
        s.acquire();
        counter.write(counter.read() + 1);
        s.release();
    }
    void after() {
        require(counter.read() == Threads, "each was alone with the permit");
        require(s.try_acquire(), "the permit is there in the end");
    }
};

bool const mutex = add_cases<one_permit<2>>(
    [] {
        case_description text =
            about_semaphore("address_semaphore/2", "one permit; two take it and give it back", 4);
        text.lanes = {"sleeper", "holder"};
        return text;
    }(),
    {{.id = "A8", .variant = "sleeps_on_an_old_number"}});

bool const three = add_reference<one_permit<3>>(
    about_semaphore("address_semaphore/3", "one permit; three take it and give it back", 2));

bool const weak = add_reference<one_permit<2>>([] {
    case_description text = about_semaphore("address_semaphore/2-weak",
                                            "as address_semaphore/2, where loads may be stale", 3);
    text.options.limits.stale_loads = 2;
    text.must_reach.push_back("a load was stale");
    return text;
}());

// Two threads want a permit each. A third brings two, one after the other.
struct two_permits {
    static constexpr int threads = 3;
    run_table table;
    address_semaphore s;

    two_permits() { name(s, "s"); }
    static constexpr int role_of(int number) { return number == 3 ? 3 : 1; }
    void thread(int number) {
        if (number != 3) return s.acquire();
        s.release();
        s.release();
    }
};

bool const permits = add_cases<two_permits>(
    [] {
        case_description text = about_semaphore("address_semaphore/two-in-turn",
                                                "two take one each; a third brings two", 2);
        text.lanes = {"first", "second", "giver"};
        return text;
    }(),
    {{.id = "A9", .variant = "wakes_only_from_none"}});

// As two_permits, but one call brings both permits.
struct two_permits_in_one_call : two_permits {
    void thread(int number) { number == 3 ? s.release(2) : s.acquire(); }
};

bool const at_once = add_reference<two_permits_in_one_call>([] {
    case_description text = about_semaphore("address_semaphore/two-at-once",
                                            "two take one each; a third brings both", 2);
    text.lanes = {"first", "second", "giver"};
    return text;
}());

// One thread has a time limit. When it gives up, no permit is lost.
struct impatient_taker {
    static constexpr int threads = 3;
    run_table table;
    address_semaphore s;

    impatient_taker() { name(s, "s"); }
    void thread(int number) {
        if (number == 3) return s.release();
        if (number == 2) {
            s.acquire();
        } else if (!s.try_acquire_for(std::chrono::milliseconds(1))) {
            return reached("it gave up");
        }
        s.release();
    }
};

bool const impatient = add_reference<impatient_taker>([] {
    case_description text =
        about_semaphore("address_semaphore/time-out", "two take the permit, one with a limit", 2);
    text.lanes = {"impatient", "patient", "giver"};
    text.options.limits.timeouts = 1;
    text.must_reach.push_back("it gave up");
    text.must_reach.push_back("a wait timed out");
    return text;
}());

} // namespace
