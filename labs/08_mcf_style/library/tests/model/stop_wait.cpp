// Waits that a stop ends, and N6. The stop token is the model's own: std::stop_token has atomics that are no steps here.
#include <kev/lab08/model/run_wait_slots.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/library/stop_wait.hpp>

#include "../../../tests/model/attempts.hpp"

#include <mutex>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

constexpr kev::lab08::state_t no_thread_spins = kev::lab08::mutex_bits::all_failures;

struct callback {
    virtual void call() = 0;

protected:
    ~callback() = default;
};

// As std::stop_source, for one waiter. Its callback is called with the lock owned, so that unregistering waits for it.
struct stop_state {
    mutex lock{no_thread_spins};
    kev::shared<bool> requested{false, "stop requested"};
    kev::shared<callback*> registered{nullptr, "registered"};

    void request_stop() {
        std::lock_guard const mine(lock);
        requested.write(true);
        if (callback* const waiting = registered.read()) waiting->call();
    }
};

struct token {
    stop_state* state;
    bool stop_requested() const {
        std::lock_guard const mine(state->lock);
        return state->requested.read();
    }
};

template <typename Function>
class registration final : callback {
public:
    registration(stop_state& state, Function const& f) : state_(state), f_(f) {
        if (enter()) f_();
    }
    ~registration() {
        std::lock_guard const mine(state_.lock);
        state_.registered.write(nullptr);
    }
    registration(registration const&) = delete;
    registration& operator=(registration const&) = delete;

private:
    bool enter() {
        std::lock_guard const mine(state_.lock);
        if (state_.requested.read()) return true;
        state_.registered.write(this);
        return false;
    }
    void call() override { f_(); }

    stop_state& state_;
    Function f_;
};

template <typename Function>
registration<Function> on_stop(token const& stop, Function const& f) {
    return registration<Function>(*stop.state, f);
}

// One thread waits for data or for a stop, and one stops it. With three threads, the third brings the data at the same time.
template <int Threads, bool Timed>
struct stopped : run_seats, run_wait_slots {
    static constexpr int threads = Threads;
    stop_state stop;
    mutex m{no_thread_spins};
    kev::lab08::condition_variable c;
    kev::shared<bool> ready{false, "ready"};

    stopped() {
        name(stop.lock, "stop");
        name(m, "m");
        name(c, "c");
    }

    void thread(int number) {
        if (number == 2) return stop.request_stop();
        std::unique_lock lock(m);
        if (number == 1) {
            auto const holds = [this] { return ready.read(); };
            bool const got =
                Timed ? wait_or_stop(c, lock, token{&stop}, kev::lab05::for_at_most(attempt_limit),
                                     holds)
                      : wait_or_stop(c, lock, token{&stop}, kev::lab05::no_limit(), holds);
            require(got == ready.read(), "the answer is the condition's");
            reached(got ? "the condition held" : "the wait was stopped");
        } else {
            ready.write(true);
            lock.unlock();
            c.notify_one();
        }
    }
};

case_description about(char const* id, char const* title, int bound) {
    case_description about = about_attempts(id, title, bound);
    about.variant = "condition_variable";
    about.promise = "a stop ends the wait, whenever it comes";
    about.lanes = {"waiter", "stopper"};
    about.must_reach = {"a waiter slept", "the wait was stopped"};
    about.decoders.clear();
    return about;
}

bool const alone = add_cases<stopped<2, false>>(
    about("condition_variable/stop", "one waits with a stop token, one requests the stop", 4),
    {{.id = "N6",
      .variant = "is_told_before_it_waits",
      .promise = "a stop ends the wait, whenever it comes"}});

bool const timed = add_reference<stopped<2, true>>([] {
    case_description about_it =
        about("condition_variable/stop-timed",
              "one waits for a while with a stop token, one requests the stop", 3);
    about_it.must_reach.push_back("a wait timed out");
    return about_it;
}());

bool const with_notifier = add_reference<stopped<3, false>>([] {
    case_description about_it = about("condition_variable/stop-notified",
                                      "a stop and a notification come at the same time", 2);
    about_it.lanes = {"waiter", "stopper", "notifier"};
    about_it.must_reach.push_back("the condition held");
    return about_it;
}());

} // namespace
