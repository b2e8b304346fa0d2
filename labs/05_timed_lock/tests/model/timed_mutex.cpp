// timed_mutex, and T1 to T6.
#include <kev/lab02/gate.hpp>

#include "attempts.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab05::in_model;
using enum role;

bool const two = add_cases<attempts<locks, tries>>(
    [] {
        case_description about =
            about_attempts("timed_mutex/2", "one thread locks, one tries for a while", 5);
        about.lanes = {"owner", "waiter"};
        // For T9/poll. The reference never asks the kernel without sleeping.
        about.goal = "a look found nobody";
        return about;
    }(),
    {{.id = "T1",
      .variant = "stay_counted",
      .promise = "a thread that is counted waits, or has been released"},
     {.id = "T3",
      .variant = "leave_though_claimed",
      .promise = "a waiter that has been claimed comes for its release"},
     {.id = "T5",
      .variant = "release_instead_of_wait",
      .promise = "a waiter that has been claimed meets its releaser"},
     {.id = "T9/poll",
      .variant = "masked_exchange",
      .expected = verdict::reachable,
      .promise = "a thread whose time is up sleeps or leaves: it does not poll"}});

// Time goes on while threads run, too: the limit may be over at any look at the clock.
bool const clock_goes_on = add_reference<attempts<locks, tries>>([] {
    case_description about = about_attempts(
        "timed_mutex/clock", "one thread locks, one tries; its time passes between two steps", 6);
    about.lanes = {"owner", "waiter"};
    about.options.limits.clock_steps = 1;
    about.must_reach.push_back("time passed before a look at the clock");
    return about;
}());

bool const three = add_cases<attempts<locks, tries, locks>>([] {
    case_description about =
        about_attempts("timed_mutex/3", "two threads lock, one tries for a while", 4);
    about.lanes = {"owner", "waiter", "newcomer"};
    return about;
}());

bool const two_tries = add_reference<attempts<locks, tries, tries>>(
    about_attempts("timed_mutex/3-two-try", "one thread locks, two try for a while", 3));

bool const busy = add_cases<attempts<locks_twice, tries, locks>>(
    [] {
        case_description about =
            about_attempts("timed_mutex/busy", "one thread locks twice, one tries, one locks", 4);
        about.lanes = {"owner", "waiter", "newcomer"};
        return about;
    }(),
    {{.id = "T4",
      .variant = "keep_the_wake",
      .promise = "a woken thread clears waking, and only then takes the lock or finds it owned"}});

// Small enough to be explored as a whole: the states that need a thread that comes back.
struct one_comes_back {
    static constexpr int threads = 3;
    kev::lab05::timed_mutex m;

    one_comes_back() { name(m, "m"); }

    void thread(int number) {
        if (number == 1) return lock_twice();
        bool const locked = number == 2 ? m.try_lock_for(attempt_limit) : m.try_lock();
        if (number == 2) reached(locked ? "an attempt succeeded" : "an attempt failed");
        if (locked) m.unlock();
    }

    void lock_twice() {
        for (int round = 0; round < 2; ++round) {
            m.lock();
            m.unlock();
        }
    }

    void after() { require(m.state() == 0, "no thread is counted that does not wait"); }
};

bool const comes_back = add_cases<one_comes_back>(about_attempts(
    "timed_mutex/comes-back",
    "one thread locks twice, one tries for a while, one tries once; without data", 3));

bool const patient = add_cases<patient_owner<kev::lab05::timed_mutex, kev::lab02::gate>>(
    [] {
        case_description about = about_attempts(
            "timed_mutex/patient", "an owner keeps the lock until another's attempt has ended", 3);
        about.lanes = {"owner", "waiter", "holder", "newcomer"};
        about.must_reach = {"a waiter slept", "a wait timed out", "an attempt failed"};
        about.options.limits.timeouts = 1;
        return about;
    }(),
    {{.id = "T8",
      .variant = "blocking_withdraw",
      .promise = "an attempt ends although the lock is not given up"}});

// An owner keeps the lock until an attempt has ended, and a third thread locks. No two threads change the
// word at once, unless the search preempts a thread: a mistake that shows here needs no race.
struct attempt_before_unlock {
    static constexpr int threads = 3;
    kev::lab05::timed_mutex m;
    kev::lab02::gate ended;

    attempt_before_unlock() {
        name(m, "m");
        name(ended, "ended");
    }

    void thread(int number) {
        if (number == 2) return try_and_tell();
        m.lock();
        if (number == 1) ended.pass();
        m.unlock();
    }

    void try_and_tell() {
        if (m.try_lock_for(attempt_limit))
            m.unlock();
        else
            reached("an attempt failed");
        ended.open();
    }

    void after() { require(m.state() == 0, "no thread is counted that does not wait"); }
};

bool const outlasted = add_cases<attempt_before_unlock>(
    [] {
        case_description about = about_attempts(
            "timed_mutex/outlasted", "an attempt ends before the owner unlocks; a third locks", 3);
        about.lanes = {"owner", "waiter", "sleeper"};
        about.must_reach = {"a waiter slept", "a wait timed out", "an attempt failed"};
        return about;
    }(),
    {{.id = "T9",
      .variant = "mark_never_set",
      .promise = "an unlock wakes a waiter, however many attempts have timed out"}});

// The kernel of XP: a release may succeed whose waiter is told of a time-out.
bool const swallowed = add_reference<attempts<locks, tries>>([] {
    case_description about =
        about_attempts("T6", "one thread locks, one tries; the kernel may swallow a release", 3);
    about.lanes = {"owner", "waiter"};
    about.expected = verdict::livelock;
    about.options.limits.late_timeouts = 1;
    about.promise = "a waiter that has been claimed is told that it was released";
    about.must_reach = {"a meeting was swallowed"};
    return about;
}());

// How long an attempt takes by the model's clock, if it is woken at the last moment and finds the lock
// taken again.
struct punctual_attempt {
    static constexpr int threads = 2;
    kev::lab05::timed_mutex m;
    kev::shared<std::int64_t> lasted{0, "milliseconds"};

    punctual_attempt() { name(m, "m"); }

    void thread(int number) {
        if (number == 1) {
            for (int round = 0; round < 2; ++round) {
                m.lock();
                m.unlock();
            }
        } else if (m.try_lock_for(attempt_limit)) {
            m.unlock();
        } else {
            reached("an attempt failed");
            auto const time = kev::clock::now().time_since_epoch();
            lasted.write(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
            require(time <= attempt_limit + attempt_limit / 2,
                    "an attempt of 1000 ms ends before 1500 have passed");
        }
    }
};

bool const punctual = add_cases<punctual_attempt>(
    {
        .id = "timed_mutex/time",
        .lab = "05",
        .variant = "timed_mutex",
        .title = "an attempt is woken late, in vain, and sleeps again",
        .promise = "an attempt ends when its time is up",
        .options = {.limits = {.preemptions = 3, .late_meetings = 1}},
        .lanes = {"owner", "waiter"},
        .must_reach = {"a meeting came at the last moment", "an attempt failed"},
        .decoders = {{"word", describe_word}},
    },
    {{.id = "T2",
      .variant = "whole_interval_again",
      .expected = verdict::assertion,
      .promise = "an attempt ends when its time is up"}});

} // namespace
