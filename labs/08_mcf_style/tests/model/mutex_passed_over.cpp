// A sleeper of the mutex that unlocks pass over: O9 and O10.
#include <kev/lab02/gate.hpp>
#include <kev/lab08/mutex.hpp>

#include "attempts.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

// Each unlock finds a word in which sleepers have been passed over often, one unlock before the bound.
struct passed_over_scenario {
    run_seats seats;
    mutex m;
    kev::lab08::atomic_state& word = kev::lab08::testing_access::word(m);
    kev::lab02::gate second_was_in;

    explicit passed_over_scenario(kev::lab08::state_t state)
        : m(state | kev::lab08::mutex_bits::all_failures) {
        name(m, "m");
        name(second_was_in, "second_was_in");
    }

    void wait_for_sleepers(kev::lab08::state_t sleepers) {
        while (kev::lab08::mutex_bits::counts::sleeping(m.state()) < sleepers) kev::yield();
    }

    void unlock_after(kev::lab08::state_t unlocks) {
        // relaxed: as in unlock(). The owner's earlier unlocks have counted so far.
        word.fetch_or(unlocks * kev::lab08::mutex_bits::one_passed_over, std::memory_order_relaxed);
        m.unlock();
    }

    void locks_second() {
        m.lock();
        m.unlock();
        second_was_in.open();
    }
};

// Both sleepers have counted themselves in. The first is woken, and then stopped until the second has gone on. The two
// only sleep, as lock() does: a thread that locked could be beaten to the lock, and sleep again.
struct behind_a_called_thread : passed_over_scenario {
    static constexpr int threads = 3;
    using counts = kev::lab08::mutex_bits::counts;

    behind_a_called_thread()
        : passed_over_scenario(kev::lab08::mutex_bits::locked + 2 * counts::one_sleeper) {}

    void thread(int number) {
        if (number == 1) sleeps_first();
        if (number == 2) {
            kev::lab08::sleep_until_called<counts>(word, kev::lab05::no_limit());
            second_was_in.open();
        }
        if (number == 3) {
            m.unlock();
            m.lock();
            unlock_after(kev::lab08::mutex_bits::most_behind_a_call - 1);
            m.lock();
            m.unlock();
        }
    }

    // As a sleep, but for the stop.
    void sleeps_first() {
        // relaxed: the kernel compares once more.
        kev::lab08::state_t const seen = word.load(std::memory_order_relaxed);
        if (counts::called(seen) == 0)
            kev::lab08::sleep_while(word, counts::compared, seen, {}, nullptr);
        second_was_in.pass();
        kev::lab08::sleep_until_called<counts>(word, kev::lab05::no_limit());
    }

    void after() {
        require((m.state() & ~kev::lab08::mutex_bits::all_failures &
                 ~kev::lab08::mutex_bits::all_passed_over) == 0,
                "each call was taken, and each sleeper was called");
    }
};

bool const behind_a_call = add_cases<behind_a_called_thread>(
    [] {
        case_description about = about_attempts(
            "mutex/behind-a-call", "a called thread does not run, and another sleeps", 4);
        about.lanes = {"first", "second", "unlocker"};
        return about;
    }(),
    {{.id = "O9",
      .variant = "waits_for_the_called_thread",
      .promise = "one thread that does not run keeps no other thread asleep on a free mutex"}});

// Spinners' bits that never run out: each unlock finds one, and tells it.
struct behind_spinning_threads : passed_over_scenario {
    static constexpr int threads = 2;

    behind_spinning_threads()
        : passed_over_scenario(kev::lab08::mutex_bits::locked +
                               kev::lab08::mutex_bits::all_spinners) {}

    void thread(int number) {
        if (number == 1) locks_second();
        if (number == 2) {
            wait_for_sleepers(1);
            unlock_after(kev::lab08::mutex_bits::most_behind_a_spinner - 1);
            if (m.try_lock()) m.unlock();
        }
    }
};

bool const behind_spinners = add_cases<behind_spinning_threads>(
    [] {
        case_description about = about_attempts(
            "mutex/behind-spinners", "each unlock finds a spinner, and a thread sleeps", 5);
        about.lanes = {"sleeper", "unlocker"};
        return about;
    }(),
    {{.id = "O10",
      .variant = "tells_spinners_only",
      .promise = "a chain of spinners keeps no thread asleep forever"}});

} // namespace
