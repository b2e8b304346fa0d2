// The semaphore, and S1.
#include <kev/semaphore.hpp>

#include "../../../tests/testing_access.hpp"

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace {

using namespace kev::checker;

std::string describe_word(std::uint64_t state) {
    using kev::permit_bits;
    int const number = permit_bits::number(state);
    std::string text =
        number < 0 ? std::to_string(-number) + " asleep" : std::to_string(number) + " free";
    if (auto const called = permit_bits::called(state); called != 0)
        text += ", " + std::to_string(called) + " called";
    return text;
}

constexpr std::chrono::milliseconds limit{1'000};

// One thread gives two permits, one after the other. One takes a permit, and one tries for a while.
struct giver_and_takers {
    static constexpr int threads = 3;
    kev::lab08::inspected<kev::counting_semaphore<>> s;
    kev::shared<int> data{0, "data"};
    kev::shared<int> left{0};

    giver_and_takers() { name(s, "s"); }

    void thread(int number) {
        if (number == 1) {
            data.write(1);
            s.release();
            s.release();
        } else if (number == 2) {
            s.acquire();
            require(data.read() == 1, "the holder of a permit sees what its giver wrote");
        } else if (s.try_acquire_for(limit)) {
            require(data.read() == 1, "the holder of a permit sees what its giver wrote");
            reached("the attempt succeeded");
        } else {
            reached("the attempt failed");
            left.write(1);
        }
    }

    void after() {
        require(s.state() == static_cast<std::uint64_t>(left.read()) * kev::permit_bits::one_permit,
                "each permit is taken once, or left");
    }
};

bool const one_by_one = add_cases<giver_and_takers>(
    {
        .id = "semaphore/3",
        .lab = "08",
        .variant = "semaphore",
        .title = "one gives two permits, one takes one, one tries for a while",
        .promise = "every call ends, and no permit is lost or taken twice",
        .options = {.limits = {.preemptions = 4}},
        .lanes = {"giver", "taker", "trier"},
        .must_reach = {"a waiter slept", "a wait timed out", "the attempt succeeded",
                       "the attempt failed"},
        .decoders = {{"word", describe_word}},
    },
    {{.id = "S1",
      .variant = "refuses_what_it_was_given",
      .expected = verdict::assertion,
      .promise = "a sleeper that was given a permit comes for it"}});

// Two permits at once, for two that may both sleep.
struct giver_of_two {
    static constexpr int threads = 3;
    kev::lab08::inspected<kev::counting_semaphore<>> s;
    kev::shared<int> data{0, "data"};

    giver_of_two() { name(s, "s"); }

    static constexpr int role_of(int number) { return number == 1 ? 1 : 2; }
    void thread(int number) {
        if (number == 1) {
            data.write(1);
            s.release(2);
        } else {
            s.acquire();
            require(data.read() == 1, "the holder of a permit sees what its giver wrote");
        }
    }

    void after() { require(s.state() == 0, "each permit is taken once"); }
};

bool const both_at_once = add_reference<giver_of_two>({
    .id = "semaphore/two",
    .lab = "08",
    .variant = "semaphore",
    .title = "one gives two permits at once, two take one each",
    .promise = "every call ends, and no permit is lost or taken twice",
    .options = {.limits = {.preemptions = 5, .stale_loads = 1}},
    .lanes = {"giver", "taker", "taker"},
    .must_reach = {"a waiter slept"},
});

// A permit that comes while a thread spins, or when it sleeps already.
struct giver_and_taker {
    static constexpr int threads = 2;
    kev::lab08::inspected<kev::counting_semaphore<>> s;
    kev::shared<int> data{0, "data"};

    giver_and_taker() { name(s, "s"); }

    void thread(int number) {
        if (number == 1) {
            data.write(1);
            s.release();
        } else {
            bool const found_none = kev::permit_bits::number(s.state()) == 0;
            s.acquire();
            require(data.read() == 1, "the holder of a permit sees what its giver wrote");
            if (found_none && kev::this_thread_tally().sleeps == 0)
                reached("a permit came before the waiter slept");
        }
    }

    void after() { require(s.state() == 0, "the permit is taken once"); }
};

bool const while_it_spins = add_reference<giver_and_taker>({
    .id = "semaphore/2",
    .lab = "08",
    .variant = "semaphore",
    .title = "one gives a permit, one waits for it",
    .promise = "every call ends, and no permit is lost or taken twice",
    .options = {.limits = {.stale_loads = 1}},
    .lanes = {"giver", "taker"},
    .must_reach = {"a waiter slept", "a permit came before the waiter slept"},
});

// A spinner does no more than to try, again and again. Here it tries once, after it has seen the sleeper.
struct giver_sleeper_and_passer_by {
    static constexpr int threads = 3;
    kev::lab08::inspected<kev::counting_semaphore<>> s;

    giver_sleeper_and_passer_by() { name(s, "s"); }

    void thread(int number) {
        if (number == 1) {
            s.release();
        } else if (number == 2) {
            s.acquire();
        } else if (kev::permit_bits::number(s.state()) < 0) {
            require(!s.try_acquire(), "no thread that is awake takes a sleeper's permit");
            reached("an attempt after the sleeper");
        }
    }

    void after() { require(s.state() == 0, "the permit is taken once"); }
};

bool const nothing_to_snatch = add_reference<giver_sleeper_and_passer_by>({
    .id = "semaphore/passer-by",
    .lab = "08",
    .variant = "semaphore",
    .title = "one gives a permit, one sleeps, one comes by and tries",
    .promise = "a permit that is given while a thread sleeps goes to the sleeper",
    .lanes = {"giver", "sleeper", "passer-by"},
    .must_reach = {"a waiter slept", "an attempt after the sleeper"},
});

} // namespace
