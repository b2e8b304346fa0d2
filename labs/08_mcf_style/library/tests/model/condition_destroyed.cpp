// A condition variable may be destroyed as soon as each of its waiters is notified.
#include <kev/event.hpp>

#include "../../../tests/model/condition_cases.hpp"

#include <kev/scenarios/notifier_destroys.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <variant>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

// The waiter that is woken destroys the object. In its place it makes an event, on which it waits for the other waiter.
// With the mutex free during the notification, notify_all() may still be waking the other. The other's time may be
// up meanwhile.
template <bool LockOwned>
struct destroyed_by_a_waiter : tables {
    static constexpr int threads = 3;
    mutex m{no_thread_spins};
    std::variant<condition_variable, kev::event> place;
    condition_variable& c = std::get<0>(place);
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

    void destroy(std::unique_lock<mutex>& lock) {
        if (notified.read()) return; // too late: it would wait forever
        c.wait(lock);                // without a condition: it was woken, and saw nothing by itself
        auto& event = place.emplace<1>();
        made_anew.write(true);
        if (other_is_out.read()) return;
        lock.unlock();
        event.wait();
        lock.lock();
        require(other_is_out.read(), "a wake-up is for a thread that waits for it");
        reached("the other came out after the destroyer");
    }

    void wait(std::unique_lock<mutex>& lock) {
        if (!notified.read()) c.wait_for(lock, attempt_limit);
        other_is_out.write(true);
        if (made_anew.read()) std::get<1>(place).set();
    }

    void notify(std::unique_lock<mutex>& lock) {
        notified.write(true);
        if (!LockOwned) lock.unlock();
        c.notify_all();
    }
};

std::string describe_place(std::uint64_t state) {
    if (state == 0) return "all zero";
    if (state >= condition_bits::one_pending) return describe_positions(state);
    if ((state & kev::event::set_bit) != 0) return "set";
    auto const word = static_cast<kev::lab08::state_t>(state);
    return std::to_string(kev::event::counts::sleeping(word)) + " at the event";
}

case_description about_destroyed(char const* id, char const* title) {
    case_description about = about_condition(id, title, 2);
    about.promise = "when all waiters have been notified, the place is free for another object";
    about.options.limits.timeouts = 1;
    about.lanes = {"destroyer", "other", "notifier"};
    about.decoders.push_back({"place.word", describe_place});
    about.must_reach = {"a wait timed out", "the other came out after the destroyer"};
    return about;
}

bool const destroyed = add_reference<destroyed_by_a_waiter<true>>(about_destroyed(
    "condition_variable/destroyed", "notified with the mutex owned, a waiter destroys the object"));

bool const destroyed_early = add_cases<destroyed_by_a_waiter<false>>(
    about_destroyed("condition_variable/destroyed-early",
                    "a waiter destroys the object while notify_all() is at it"),
    {{.id = "N3",
      .variant = "tidies_up_after_its_wait",
      .expected = verdict::data_race,
      .promise = "a waiter uses the object only before it gives the mutex up"}});

bool const destroyed_after =
    add_reference<in_lab08<notifier_destroys<mutex, condition_variable, false>>>([] {
        case_description about =
            about_destroyed("condition_variable/destroyed-after",
                            "one waits for a while, one notifies and destroys");
        about.options.limits.preemptions = 4;
        about.lanes = {"waiter", "notifier"};
        about.must_reach = {"a wait timed out", "the waiter was notified", "the waiter gave up"};
        return about;
    }());

// Some wait, without a limit, and the last of them that is woken destroys the object. The notifier does not own the mutex,
// and would wake one more than there are.
template <int Waiters>
struct destroyed_by_the_last_waiter : tables {
    static constexpr int threads = Waiters + 1;
    mutex m{no_thread_spins};
    condition_variable c;
    kev::shared<int> waiting{0, "waiting"};
    kev::shared<bool> notified{false, "notified"};

    destroyed_by_the_last_waiter() {
        name(m, "m");
        name(c, "c");
    }

    static constexpr int role_of(int number) { return number == threads ? threads : 1; }
    void thread(int number) {
        std::unique_lock lock(m);
        if (number == threads) {
            notified.write(true);
            lock.unlock();
            return c.notify_some(Waiters + 1);
        }
        if (notified.read()) return; // too late: it would wait forever
        waiting.write(waiting.read() + 1);
        c.wait(lock); // without a condition: it was woken, and saw nothing by itself
        waiting.write(waiting.read() - 1);
        if (waiting.read() != 0) return;
        std::destroy_at(&c);
        std::construct_at(&c);
        reached("destroyed");
    }
};

case_description about_some(char const* id, char const* title, int bound) {
    case_description about = about_condition(id, title, bound);
    about.promise = "after it has taken the positions, notify_some() uses the slots only";
    about.must_reach = {"a waiter slept", "destroyed"};
    return about;
}

bool const one_of_some = add_reference<destroyed_by_the_last_waiter<1>>([] {
    case_description about =
        about_some("condition_variable/destroyed-some",
                   "notify_some(2) wakes the only waiter, which destroys the object", 4);
    about.lanes = {"waiter", "notifier"};
    return about;
}());

bool const last_of_some = add_reference<destroyed_by_the_last_waiter<2>>([] {
    case_description about =
        about_some("condition_variable/destroyed-some-2",
                   "notify_some(3) wakes two waiters, and the last destroys the object", 2);
    about.lanes = {"waiter 1", "waiter 2", "notifier"};
    return about;
}());

} // namespace
