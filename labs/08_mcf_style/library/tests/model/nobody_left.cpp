// A thread with a time limit leaves an object. Another thread has seen it wait, sees nobody any more, and destroys the
// object.
#include <kev/event.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include "../../../tests/model/condition_cases.hpp"

#include <memory>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;
namespace mutex_bits = kev::lab08::mutex_bits;

// Each type says how it is kept from the waiter, what its word is then, how the waiter tries, and how the thread that keeps
// it comes after all that was done with it: by an operation that acquires.
struct kept_mutex {
    mutex object{no_thread_spins};
    bool keep() { return object.try_lock(); }
    bool nobody_waits() const {
        return (object.state() & ~mutex_bits::all_failures) == mutex_bits::locked;
    }
    void attempt() {
        if (object.try_lock_for(attempt_limit)) object.unlock();
    }
    bool come_after_all() {
        object.unlock();
        return object.try_lock();
    }
};

struct kept_from_writers {
    kev::lab08::inspected<kev::shared_mutex> object;
    bool keep() { return object.try_lock(); }
    bool nobody_waits() const { return object.state() == kev::shared_bits::exclusive; }
    void attempt() {
        if (object.try_lock_for(attempt_limit)) object.unlock();
    }
    bool come_after_all() {
        object.unlock();
        return object.try_lock();
    }
};

struct kept_from_readers : kept_from_writers {
    void attempt() {
        if (object.try_lock_shared_for(attempt_limit)) object.unlock_shared();
    }
};

struct semaphore_without_permits {
    kev::lab08::inspected<kev::counting_semaphore<>> object;
    static bool keep() { return true; }
    bool nobody_waits() const { return object.state() == 0; }
    void attempt() { object.try_acquire_for(attempt_limit); }
    bool come_after_all() {
        object.release();
        return object.try_acquire();
    }
};

struct event_not_set {
    kev::lab08::inspected<kev::event> object;
    static bool keep() { return true; }
    bool nobody_waits() const { return object.state() == 0; }
    void attempt() { object.wait_for(attempt_limit); }
    bool come_after_all() {
        object.set();
        return object.is_set();
    }
};

struct flag_that_was_begun {
    kev::lab08::inspected<kev::lab08::once_flag> object;
    bool keep() { return object.try_begin() == kev::lab08::once_outcome::yours; }
    bool nobody_waits() const { return object.state() == kev::lab08::once_bits::locked; }
    void attempt() {
        if (object.begin_for(attempt_limit) == kev::lab08::once_outcome::yours) object.finish();
    }
    bool come_after_all() {
        object.finish();
        return object.is_done();
    }
};

template <typename Kept>
struct leaver_and_destroyer : run_seats {
    static constexpr int threads = 2;
    Kept kept;

    leaver_and_destroyer() { name(kept.object, "object"); }

    void thread(int number) {
        if (number == 1) return kept.attempt();
        if (!kept.keep() || kept.nobody_waits()) return; // the other is not there, or not yet
        if (!kept.nobody_waits()) return;                // it still waits
        if (!kept.come_after_all()) return;
        std::destroy_at(&kept.object);
        std::construct_at(&kept.object);
        reached("destroyed");
    }
};

template <typename Kept>
bool add(char const* id, char const* variant) {
    case_description about = about_attempts(
        id, "a thread with a time limit leaves, and the thread that sees nobody any more destroys",
        4);
    about.variant = variant;
    about.promise = "the step by which a thread leaves is its last use of the object";
    about.options.limits.clock_steps = 1; // the time may also be up while the thread spins
    about.lanes = {"leaver", "destroyer"};
    about.must_reach = {"a wait timed out", "destroyed"};
    about.decoders.clear();
    return add_reference<leaver_and_destroyer<Kept>>(about);
}

bool const mutexes = add<kept_mutex>("mutex/nobody-left", "mutex");
bool const writers = add<kept_from_writers>("shared_mutex/no-writer-left", "shared_mutex");
bool const readers = add<kept_from_readers>("shared_mutex/no-reader-left", "shared_mutex");
bool const semaphores = add<semaphore_without_permits>("semaphore/nobody-left", "semaphore");
bool const events = add<event_not_set>("event/nobody-left", "event");
bool const flags = add<flag_that_was_begun>("once_flag/nobody-left", "once_flag");

} // namespace
