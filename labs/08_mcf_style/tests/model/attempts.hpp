// Threads that lock, and threads that only try for a while: the scenarios of the lab's mutexes.
#pragma once

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/mutex_word.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace kev::lab08::in_model {

/// What a thread does.
enum class role {
    locks,       ///< lock, count, unlock
    locks_twice, ///< the same again
    tries,       ///< try_lock_for; if it got the lock: count, unlock
    spins,       ///< the same, with a limit that is over after one spin
};

/// Long beside the moment for which a sleeper looks again when it is owed a release.
inline constexpr std::chrono::milliseconds limit{1'000};

/// The time is up as soon as it was asked for a second time: after one spin.
class over_after_a_spin {
public:
    bool passed() const noexcept { return asked_++ > 0; }
    lab02::outcome wait(void const* key) const { return lab02::default_event.wait_for(key, limit); }

private:
    mutable int asked_ = 0;
};

/// A mutex that begins with so many failures: with 15 nobody spins, with fewer everybody may.
template <typename Mutex, state_t Failures, role... Roles>
struct attempts {
    static constexpr int threads = sizeof...(Roles);
    run_seats seats;
    Mutex m;
    kev::shared<int> counter{0, "counter"};

    attempts() : m(Failures * word::one_failure) { checker::name(m, "m"); }

    void thread(int number) {
        constexpr role all[] = {Roles...};
        switch (all[number - 1]) {
        case role::locks:
            return lock_once();
        case role::locks_twice:
            lock_once();
            return lock_once();
        case role::tries:
            return try_once(lab05::for_at_most(limit));
        case role::spins:
            return try_once(over_after_a_spin());
        }
    }

    void lock_once() {
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
    }

    void try_once(sleep_limit auto const& patience) {
        if constexpr (requires { m.try_lock_with(patience); }) {
            if (!m.try_lock_with(patience)) return checker::reached("an attempt failed");
            checker::reached("an attempt succeeded");
            counter.write(counter.read() + 1);
            m.unlock();
        }
    }

    void after() {
        checker::require((m.state() & ~word::all_failures) == 0,
                         "nobody is counted who does not wait, and nobody spins");
    }
};

/// "locked, 1 sleeping" for the state word of mutex.hpp.
inline std::string describe_word(std::uint64_t state) {
    return word::describe(static_cast<state_t>(state));
}

/// What all cases have in common.
inline checker::case_description about_attempts(std::string id, std::string title, int bound) {
    checker::case_description about;
    about.id = std::move(id);
    about.lab = "08";
    about.variant = "mutex";
    about.title = std::move(title);
    about.promise = "every call ends, and leaves nobody counted who does not wait";
    about.options.limits.preemptions = bound;
    about.must_reach = {"a waiter slept"};
    about.decoders = {{"word", describe_word}};
    return about;
}

} // namespace kev::lab08::in_model
