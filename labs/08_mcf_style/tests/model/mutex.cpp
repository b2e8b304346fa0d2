// The mutex: threads that spin, threads that sleep, and threads that run out of time at either; O3 to O6.
#include <kev/lab02/gate.hpp>
#include <kev/lab08/mutex.hpp>

#include <kev/scenarios/last_one_destroys.hpp>

#include "attempts.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;
using enum role;

// At this count of failures a waiter sleeps without a spin before.
constexpr kev::lab08::state_t sleep_only = 15;

// Two threads, each path alone: the spinner that is told, gives up, sleeps; the sleeper that never spins.
bool const two = add_cases<attempts<mutex, 0, locks, locks>>(
    with_lanes(about_attempts("mutex/2", "two threads lock; a waiter spins, then sleeps", 6),
               {"owner", "spinner"}),
    {{.id = "O4",
      .variant = "becomes_a_sleeper_blindly",
      .promise = "a spinner that gives up has not been told, or looks at the lock again"}});

bool const two_sleep = add_cases<attempts<mutex, sleep_only, locks, locks>>(
    with_lanes(about_attempts("mutex/2-sleep", "two threads lock; a waiter sleeps at once", 5),
               {"owner", "sleeper"}),
    {{.id = "O3",
      .variant = "counts_in_while_free",
      .promise = "a sleeper that counts itself in is seen by the owner it waits for"}});

bool const twice = add_reference<attempts<mutex, 0, locks_twice, locks_twice>>(
    about_attempts("mutex/2x2", "two threads lock twice", 5));

// Far beyond what most flaws need: a hint that comes too late for one spinner misleads the next.
bool const late_hint = add_cases<attempts<mutex, 0, locks_twice, locks>>(
    with_lanes(about_attempts("mutex/2-busy", "one thread locks twice, one once", 8),
               {"busy", "rival"}),
    {{.id = "O6",
      .variant = "believes_the_hint",
      .promise = "a spinner whose bit is set looks at the lock before long"}});

// The same for threads that sleep: what the kernel compares is newer than what the sleeper has seen.
bool const weak_sleep = add_reference<attempts<mutex, sleep_only, locks, locks>>([] {
    case_description about =
        about_attempts("mutex/2-sleep-weak", "two threads lock; a waiter sleeps at once", 3);
    about.options.limits.stale_loads = 2;
    about.must_reach.push_back("a load was stale");
    return about;
}());

bool const three = add_reference<attempts<mutex, 0, locks, locks, locks>>(
    about_attempts("mutex/3", "three threads lock", 3));

bool const three_sleep = add_reference<attempts<mutex, sleep_only, locks, locks, locks>>(
    about_attempts("mutex/3-sleep", "three threads lock; a waiter sleeps at once", 3));

// From seven failures the next spin in vain is one too many: some threads still spin, and others do not.
bool const mixed = add_reference<attempts<mutex, 7, locks_twice, locks, locks>>(about_attempts(
    "mutex/3-mixed", "three threads lock; one more spin in vain ends all spinning", 3));

// The same where loads may be stale: what a processor with a store buffer does.
bool const weak = add_reference<attempts<mutex, 0, locks, locks>>([] {
    case_description about = about_attempts("mutex/2-weak", "two threads lock", 3);
    about.options.limits.stale_loads = 2;
    about.must_reach.push_back("a load was stale");
    return about;
}());

// Two locks that share their seats: the spinners of one take the hints that were meant for the other's.
struct two_locks {
    static constexpr int threads = 3;
    run_seats seats;
    mutex a;
    mutex b;
    kev::shared<int> count_a{0, "count_a"};
    kev::shared<int> count_b{0, "count_b"};

    two_locks() {
        name(a, "a");
        name(b, "b");
    }

    void thread(int number) {
        if (number != 3) use(a, count_a);
        if (number != 1) use(b, count_b);
    }

    static void use(mutex& m, kev::shared<int>& count) {
        m.lock();
        count.write(count.read() + 1);
        m.unlock();
    }
};

bool const shared_seats = add_reference<two_locks>([] {
    case_description about =
        about_attempts("mutex/two-locks", "two locks share their seats; one thread locks both", 3);
    about.lanes = {"a", "both", "b"};
    return about;
}());

template <kev::lab08::state_t Failures>
struct last_destroys : run_seats,
                       last_one_destroys<mutex, kev::lab08::mutex_bits::counts::one_sleeper> {
    last_destroys() : last_one_destroys(Failures * kev::lab08::mutex_bits::one_failure) {}
};

bool const destroyed = add_cases<last_destroys<sleep_only>>(
    with_lanes(about_attempts("mutex/destroyed",
                              "the last of three users destroys the mutex; all sleep at once", 3),
               {"unlocker", "destroyer", "user"}),
    {{.id = "O7",
      .variant = "frees_before_it_claims",
      .expected = verdict::assertion,
      .promise = "the last owner of the lock may destroy it",
      .making_is_an_access = false}});

bool const destroyed_spinning = add_reference<last_destroys<0>>(about_attempts(
    "mutex/destroyed-spin", "the last of three users destroys the mutex; a waiter spins", 3));

case_description timed(std::string id, std::string title, int bound) {
    case_description about = about_attempts(std::move(id), std::move(title), bound);
    about.must_reach = {"a waiter slept", "a wait timed out", "an attempt failed",
                        "an attempt succeeded"};
    return about;
}

bool const tries_spinning = add_reference<attempts<mutex, 0, locks, tries>>(
    timed("mutex/timed", "one thread locks, one tries for a while and spins", 5));

// Time goes on while threads run, too: the limit may be over at any look at the clock.
bool const clock_goes_on = add_reference<attempts<mutex, 0, locks, tries>>([] {
    case_description about =
        timed("mutex/clock",
              "one thread locks, one tries and spins; its time passes between two steps", 5);
    about.options.limits.clock_steps = 1;
    about.must_reach.push_back("time passed before a look at the clock");
    return about;
}());

// A spinner leaves because its time is up, beside a sleeper that has only the unlocker's one wake.
bool const leaves = add_cases<attempts_by<mutex, try_for_one_spin, 7, locks, tries, locks>>(
    [] {
        case_description about =
            timed("mutex/timed-spin", "one locks, one spins and leaves, one sleeps", 4);
        about.lanes = {"owner", "spinner", "sleeper"};
        about.must_reach = {"a waiter slept", "an attempt failed", "an attempt succeeded"};
        return about;
    }(),
    {{.id = "O5",
      .variant = "leaves_without_a_look",
      .promise = "a spinner that leaves was not told, or has seen the lock taken after it"}});

struct patient_owner_of_a_mutex : run_seats, patient_owner<mutex, kev::lab02::gate> {
    patient_owner_of_a_mutex() : patient_owner(sleep_only * kev::lab08::mutex_bits::one_failure) {}
};

bool const patient = add_reference<patient_owner_of_a_mutex>([] {
    case_description about =
        timed("mutex/patient", "an owner keeps the lock until another's attempt has ended", 3);
    about.lanes = {"owner", "trier", "patient", "newer"};
    about.must_reach = {"a waiter slept", "a wait timed out", "an attempt failed"};
    about.options.limits.timeouts = 1;
    about.options.limits.weak_failures = 0;
    return about;
}());

bool const tries_sleeping = add_reference<attempts<mutex, sleep_only, locks_twice, tries, locks>>(
    timed("mutex/timed-sleep",
          "one locks twice, one tries for a while, one locks; all sleep at once", 2));

// A sleep by address may end for no reason, and may say that the time is up though it was woken. No call is lost by
// that, and no thread stays counted.
bool const deceived = add_reference<attempts<mutex, sleep_only, locks, tries, locks>>([] {
    case_description about =
        timed("mutex/deceived", "two threads lock, one tries; their sleeps end for no reason", 2);
    about.options.limits.spurious_wakes = 2;
    about.options.limits.late_timeouts = 1;
    about.must_reach.push_back("a thread woke for no reason");
    about.must_reach.push_back("a woken thread was told that its time is up");
    return about;
}());

} // namespace
