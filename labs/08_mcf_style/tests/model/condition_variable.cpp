// The condition variable for use, with the mutex for use: a notification is not lost with a waiter
// that leaves.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/event.hpp>
#include <kev/lab08/mutex.hpp>

#include "attempts.hpp"

#include <kev/scenarios/notified_once.hpp>
#include <kev/scenarios/notifier_destroys.hpp>

#include <mutex>
#include <string>
#include <variant>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

template <bool All>
struct notified_in_lab08 : run_seats,
                           notified_once<kev::lab08::condition_variable, kev::lab08::mutex, All> {
    notified_in_lab08() // nobody spins: fewer runs
        : notified_once<kev::lab08::condition_variable, kev::lab08::mutex, All>(
              kev::lab08::word::all_failures) {}
};

template <bool All>
bool add(char const* id) {
    case_description about = about_notified_once(id, "08", "condition_variable", 2);
    about.decoders = {{"word", describe_word}};
    return add_reference<notified_in_lab08<All>>(std::move(about));
}

bool const registered[] = {add<false>("condition_variable/one"),
                           add<true>("condition_variable/all")};

// Whoever is woken destroys the object, and makes an event in its place, on which it waits for the
// other waiter. While notify_all() is releasing others that must not be: the release that is still
// to come goes by the address, and meets a thread that waits for something else. With the lock
// owned notify_all() is over before anybody who was woken goes on; so there the other's time may be
// up, too. (In the first case that one would also touch the number of an object that is gone, which
// Relacy calls by another name.)
template <bool LockOwned>
struct destroyed_by_a_waiter {
    // Whoever waits with it takes its time between the unlock and the sleep: Relacy finds it sooner
    // so.
    struct slow_lock {
        std::unique_lock<kev::lab08::mutex>& inner;
        void lock() { inner.lock(); }
        void unlock() {
            inner.unlock();
            for (int pause = 0; pause < 4; ++pause) kev::yield();
        }
    };
    static constexpr int threads = 3;
    run_seats seats;
    kev::lab08::mutex m{kev::lab08::word::all_failures}; // nobody spins: fewer runs
    std::variant<kev::lab08::condition_variable, kev::lab08::event> place;
    kev::lab08::condition_variable& c = std::get<0>(place);
    kev::shared<bool> notified{false, "notified"};
    kev::shared<bool> made_anew{false, "made anew"};
    kev::shared<bool> other_is_out{false, "other is out"};

    destroyed_by_a_waiter() {
        name(m, "m");
        name(c, "place");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        number == 1 ? destroy(lock) : number == 2 ? wait(lock) : notify(lock);
    }

    void destroy(std::unique_lock<kev::lab08::mutex>& lock) {
        if (notified.read()) return; // too late: it would wait for ever
        c.wait(lock);                // without a condition: it was woken, and saw nothing by itself
        auto& event = place.emplace<1>();
        made_anew.write(true);
        if (other_is_out.read()) return;
        lock.unlock();
        event.wait();
        lock.lock();
        require(other_is_out.read(), "a wake-up is for one who waits for it");
        reached("the other came out after the destroyer");
    }

    void wait(std::unique_lock<kev::lab08::mutex>& lock) {
        if (!notified.read()) {
            slow_lock slow{lock};
            if (LockOwned)
                c.wait_for(slow, attempt_limit);
            else
                c.wait(slow);
        }
        other_is_out.write(true);
        if (made_anew.read()) std::get<1>(place).set();
    }

    void notify(std::unique_lock<kev::lab08::mutex>& lock) {
        notified.write(true);
        if (!LockOwned) lock.unlock();
        c.notify_all();
    }
};

std::string describe_event(std::uint64_t state) {
    if ((state & kev::lab08::event::set_bit) != 0) return "set";
    return std::to_string(kev::lab08::event::waiting::count(state)) + " at the event";
}

case_description about_destroyed(char const* id, char const* title) {
    case_description about = about_attempts(id, title, 2);
    about.variant = "condition_variable";
    about.promise = "when all have been notified, the place is free for another object";
    about.options.limits.timeouts = 1;
    about.lanes = {"destroyer", "other", "notifier"};
    about.decoders = {{"m.word", describe_word}, {"place.word", describe_event}};
    return about;
}

bool const destroyed = add_reference<destroyed_by_a_waiter<true>>([] {
    case_description about = about_destroyed(
        "condition_variable/destroyed", "notified with the lock owned, one destroys the object");
    about.must_reach = {"a wait timed out", "the other came out after the destroyer"};
    // One who has run out of time looks at the count, then meets its releaser: nothing else says to
    // the latter, and by the lock to the destroyer, that this look is over.
    about.options.meetings_order_memory = true;
    return about;
}());

// The kernel's promise above is needed for the object's memory alone. That no release goes astray,
// and that the lock passes on all other data by itself, has to hold without it. So this is the same
// as "destroyed-early" below, but for the lock that is owned.
bool const destroyed_unordered = add_reference<destroyed_by_a_waiter<true>>([] {
    case_description about = about_destroyed(
        "condition_variable/destroyed-unordered",
        "notified with the lock owned, one destroys the object; meetings order no memory");
    about.must_reach = {"a wait timed out", "the other came out after the destroyer"};
    about.options.making_is_an_access = false; // as below
    return about;
}());

struct destroyed_by_the_notifier
    : run_seats,
      notifier_destroys<kev::lab08::mutex, kev::lab08::condition_variable, false> {
    destroyed_by_the_notifier() : notifier_destroys(kev::lab08::word::all_failures) {}
};

bool const destroyed_at_once = add_reference<destroyed_by_the_notifier>([] {
    case_description about = about_destroyed("condition_variable/destroyed-after",
                                             "one waits for a while, one notifies and destroys");
    about.options.limits.preemptions = 4;
    about.lanes = {"waiter", "notifier"};
    about.must_reach = {"a wait timed out", "the waiter was notified", "the waiter gave up"};
    about.options.meetings_order_memory = true; // as above
    return about;
}());

// Not promised: condition_variable.hpp says so.
bool const destroyed_early = add_reference<destroyed_by_a_waiter<false>>([] {
    case_description about = about_destroyed("condition_variable/destroyed-early",
                                             "one destroys the object while notify_all() is at it");
    about.expected = verdict::assertion;
    about.options.making_is_an_access = false; // that this is a race is clear: what comes of it?
    return about;
}());

} // namespace
