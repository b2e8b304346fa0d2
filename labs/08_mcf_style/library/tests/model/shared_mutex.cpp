// The reader/writer lock, R1 and R2.
#include <kev/lab02/gate.hpp>
#include <kev/library/shared_mutex_text.hpp>
#include <kev/shared_mutex.hpp>

#include "../../../tests/testing_access.hpp"

#include <kev/scenarios/lockers.hpp>
#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace {

using namespace kev::checker;
using kev::shared_mutex;

constexpr std::chrono::milliseconds limit{1'000};

enum class role { reads, writes, writes_twice, tries_to_read, tries_to_write };
using enum role;

template <role... Roles>
struct sharing {
    static constexpr int threads = sizeof...(Roles);
    shared_mutex m;
    kev::shared<int> data{0, "data"};

    sharing() { name(m, "m"); }

    static constexpr role all[] = {Roles...};
    static constexpr int role_of(int number) { return first_like(all, number); }
    void thread(int number) {
        if (all[number - 1] != writes_twice) return once(all[number - 1]);
        once(writes);
        once(writes);
    }

    void once(role mine) {
        if (mine == reads || mine == tries_to_read) {
            if (mine == reads)
                m.lock_shared();
            else if (!m.try_lock_shared_for(limit))
                return reached("an attempt failed");
            data.read();
            m.unlock_shared();
        } else {
            if (mine == writes)
                m.lock();
            else if (!m.try_lock_for(limit))
                return reached("an attempt failed");
            data.write(data.read() + 1);
            m.unlock();
        }
    }

    void after() {
        require(kev::lab08::testing_access::state(m) == 0,
                "nobody is left inside, asleep or on the way");
    }
};

case_description about_sharing(std::string id, std::string title, int bound) {
    case_description about;
    about.id = std::move(id);
    about.lab = "08";
    about.variant = "shared_mutex";
    about.title = std::move(title);
    about.promise = "every call ends, a writer is alone, and nobody is left in the word";
    about.options.limits.preemptions = bound;
    about.must_reach = {"a waiter slept"};
    about.decoders = {{"word", kev::shared_bits::describe}};
    return about;
}

bool const one_of_each = add_reference<sharing<reads, writes>>([] {
    case_description about = about_sharing("shared_mutex/2", "one reads, one writes", 6);
    about.lanes = {"reader", "writer"};
    about.options.limits.stale_loads = 2;
    return about;
}());

bool const readers = add_reference<sharing<reads, writes, reads>>([] {
    case_description about = about_sharing("shared_mutex/3", "two read, one writes", 3);
    about.lanes = {"reader", "writer", "reader"};
    return about;
}());

bool const writers = add_reference<sharing<writes, writes, reads>>([] {
    case_description about = about_sharing("shared_mutex/3-writers", "two write, one reads", 3);
    about.lanes = {"writer", "writer", "reader"};
    return about;
}());

// A thread that comes again while the one that it woke has not run yet: the lock is free, one is on the way,
// and another sleeps.
bool const busy = add_reference<sharing<writes_twice, writes, writes>>([] {
    case_description about = about_sharing("shared_mutex/busy", "one writes twice, two write", 3);
    about.lanes = {"busy", "writer", "writer"};
    return about;
}());

bool const only_tries = add_reference<locker_and_trier<shared_mutex>>([] {
    case_description about =
        about_sharing("shared_mutex/try", "one thread writes, the other tries to", 4);
    about.must_reach = {"the try fails", "the try succeeds"};
    return about;
}());

bool const timed = add_cases<sharing<writes, tries_to_write, tries_to_read>>(
    [] {
        case_description about = about_sharing(
            "shared_mutex/timed", "one writes, one tries to write, one tries to read", 3);
        about.lanes = {"writer", "try-writer", "try-reader"};
        about.must_reach.push_back("a wait timed out");
        about.must_reach.push_back("an attempt failed");
        return about;
    }(),
    {});

// A reader keeps the lock until another reader has been inside. A writer that tries for a while stands
// between them: for so long, and no longer, the second may be kept out.
struct reader_waits_for_reader {
    static constexpr int threads = 3;
    shared_mutex m;
    kev::lab02::gate been_inside;

    reader_waits_for_reader() {
        name(m, "m");
        name(been_inside, "been_inside");
    }

    void thread(int number) {
        if (number == 1) {
            m.lock_shared();
            been_inside.pass();
            m.unlock_shared();
        } else if (number == 2) {
            if (m.try_lock_for(limit))
                m.unlock();
            else
                reached("the writer gave up");
        } else {
            m.lock_shared();
            been_inside.open();
            m.unlock_shared();
        }
    }

    void after() {
        require(kev::lab08::testing_access::state(m) == 0,
                "nobody is left inside, asleep or on the way");
    }
};

bool const patient = add_cases<reader_waits_for_reader>(
    [] {
        case_description about = about_sharing(
            "shared_mutex/patient", "a reader waits for another, a writer tries meanwhile", 3);
        about.lanes = {"reader", "writer", "second"};
        about.must_reach = {"a waiter slept", "a wait timed out", "the writer gave up"};
        return about;
    }(),
    {{.id = "R1",
      .variant = "leaves_readers_outside",
      .promise = "no reader is kept out when no writer is inside or waits"}});

// The same with a writer that has claimed the lock when its time is up.
bool const claimed = add_cases<reader_waits_for_reader>(
    [] {
        case_description about =
            about_sharing("shared_mutex/claimed",
                          "a reader waits for another, a writer claims the lock meanwhile", 2);
        about.lanes = {"reader", "writer", "second"};
        about.options.limits.clock_steps = 1; // the time may also be up while the writer spins
        about.must_reach = {"a waiter slept", "the writer gave up"};
        return about;
    }(),
    {{.id = "R2",
      .variant = "forgets_the_step_that_is_due",
      .promise = "no reader is kept out when no writer is inside or waits"}});

// A writer that was called finds the lock taken, and its time is up while it spins.
bool const called = add_reference<sharing<writes, tries_to_write, writes>>([] {
    case_description about =
        about_sharing("shared_mutex/called", "two write, one tries to write for a while", 4);
    about.lanes = {"writer 1", "try-writer", "writer 2"};
    about.options.limits.clock_steps = 1;
    about.must_reach.push_back("an attempt failed");
    return about;
}());

} // namespace
