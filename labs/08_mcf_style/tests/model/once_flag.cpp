// The once flag: done once, seen by all, tried again after an abort; O1, O2 and O8.
#include <kev/lab08/once_flag.hpp>

#include "../testing_access.hpp"

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace {

using namespace kev::checker;
using once_flag = kev::lab08::inspected<kev::lab08::once_flag>;
namespace once_bits = kev::lab08::once_bits;
using kev::lab08::once_outcome;

std::string describe_flag(std::uint64_t value) {
    auto const state = static_cast<kev::lab08::state_t>(value);
    std::string text = (state & once_bits::ready) != 0    ? "ready"
                       : (state & once_bits::locked) != 0 ? "begun"
                                                          : "not begun";
    if (auto const sleeping = once_bits::counts::sleeping(state); sleeping != 0)
        text += ", " + std::to_string(sleeping) + " sleeping";
    if (auto const called = once_bits::counts::called(state); called != 0)
        text += ", " + std::to_string(called) + " called";
    return text;
}

case_description about_once(std::string id, std::string title, int bound) {
    case_description about;
    about.id = std::move(id);
    about.lab = "08";
    about.variant = "once_flag";
    about.title = std::move(title);
    about.promise = "it is done once, and all see what was done";
    about.options.limits.preemptions = bound;
    about.must_reach = {"a waiter slept"};
    about.decoders = {{"word", describe_flag}};
    return about;
}

// So many threads need it done; the first so many attempts fail.
template <int Threads, int Failing, int Rounds = 1>
struct users {
    static constexpr int threads = Threads;
    once_flag flag;
    kev::shared<int> attempts{0, "attempts"};
    kev::shared<int> value{0, "value"};

    users() { name(flag, "flag"); }

    void thread() {
        for (int round = 0; round < Rounds; ++round)
            if (use()) require(value.read() == 1, "a thread that passes sees what was done");
    }

    bool use() {
        if (!flag.begin()) return true;
        int const attempt = attempts.read() + 1;
        attempts.write(attempt);
        if (attempt <= Failing) {
            reached("an attempt failed");
            flag.abort();
            return false;
        }
        value.write(value.read() + 1);
        flag.finish();
        return true;
    }

    void after() {
        constexpr bool done = Failing < Threads * Rounds;
        require(flag.state() == (done ? once_bits::ready : 0), "nobody is left behind");
    }
};

bool const two = add_cases<users<2, 0>>(
    [] {
        case_description about = about_once("once_flag/2", "two threads need something done", 5);
        about.lanes = {"initializer", "reader"};
        return about;
    }(),
    {{.id = "O1",
      .variant = "relaxed_ready",
      .expected = verdict::data_race,
      .promise = "a thread that sees that it is done sees what was done"}});

bool const aborted = add_cases<users<2, 1>>(
    [] {
        case_description about =
            about_once("once_flag/abort", "two threads; the first attempt fails", 5);
        about.lanes = {"initializer", "waiter"};
        about.must_reach.push_back("an attempt failed");
        return about;
    }(),
    {{.id = "O2",
      .variant = "abort_wakes_nobody",
      .promise = "after a failed attempt a waiter takes its turn"}});

bool const three =
    add_reference<users<3, 0>>(about_once("once_flag/3", "three threads need something done", 3));

bool const three_aborted = add_reference<users<3, 1>>(
    about_once("once_flag/3-abort", "three threads; the first attempt fails", 3));

bool const all_aborted = add_reference<users<3, 3>>(
    about_once("once_flag/3-fail", "three threads; no attempt succeeds", 3));

bool const weak = add_reference<users<2, 1, 2>>([] {
    case_description about =
        about_once("once_flag/weak", "two threads, twice each; the first attempt fails", 2);
    about.options.limits.stale_loads = 2;
    about.must_reach.push_back("a load was stale");
    return about;
}());

// One waits for at most a while: it may leave while it is claimed by abort() or by finish().
struct impatient_user : users<3, 1> {
    void thread(int number) {
        if (number != 2) {
            use();
            return;
        }
        try_for(kev::lab05::for_at_most(std::chrono::milliseconds(1'000)));
    }

    void try_for(kev::lab05::sleep_limit auto const& limit) {
        switch (flag.is_done() ? once_outcome::done
                               : kev::lab08::testing_access::begin(flag, limit)) {
        case once_outcome::done:
            require(value.read() == 1, "a thread that passes sees what was done");
            break;
        case once_outcome::yours:
            attempts.write(attempts.read() + 1);
            value.write(1);
            flag.finish();
            break;
        case once_outcome::busy:
            reached("one ran out of time");
        }
    }
    void after() {
        once_outcome const now = flag.try_begin();
        require(now != once_outcome::busy, "nobody is at it any more");
        require(flag.state() == (now == once_outcome::done ? once_bits::ready : once_bits::locked),
                "nobody is left behind");
    }
};

bool const timed = add_reference<impatient_user>([] {
    case_description about = about_once(
        "once_flag/timed", "three threads, one for a while; the first attempt may fail", 3);
    about.lanes = {"user", "impatient", "user 2"};
    about.must_reach = {"a waiter slept", "a wait timed out", "one ran out of time"};
    return about;
}());

// The time is up as soon as the thread has slept, be it woken or not.
class over_after_a_sleep {
public:
    bool passed() const noexcept { return slept_; }
    kev::lab05::sleep_end end() const {
        slept_ = true;
        return kev::lab05::for_at_most(std::chrono::milliseconds(1'000)).end();
    }

private:
    mutable bool slept_ = false;
};

struct woken_too_late : impatient_user {
    void thread(int number) {
        if (number != 2) {
            use();
            return;
        }
        try_for(over_after_a_sleep());
    }
};

bool const late = add_cases<woken_too_late>(
    [] {
        case_description about = about_once(
            "once_flag/late",
            "three threads, one whose time passes while it wakes; the first attempt fails", 2);
        about.lanes = {"user", "impatient", "user 2"};
        about.options.limits.stale_loads = 1;
        about.must_reach = {"a waiter slept", "a load was stale", "one ran out of time"};
        return about;
    }(),
    {{.id = "O8",
      .variant = "leaves_after_an_old_look",
      .promise = "a woken thread that leaves has seen another thread at it since"}});

} // namespace
