// Threads that lock, and threads that only try for a while: the scenarios of the timed mutex.
#pragma once

#include <kev/lab03/mutex_word.hpp>
#include <kev/lab05/timed_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace kev::lab05::in_model {

/// What a thread does.
enum class role {
    locks,       ///< lock, count, unlock
    locks_twice, ///< the same again
    tries,       ///< try_lock_for; if it got the lock: count, unlock
};

/// Long beside the moment for which the mutex may sleep when it is owed a release.
inline constexpr std::chrono::milliseconds limit{1'000};

template <role... Roles>
struct attempts {
    static constexpr int threads = sizeof...(Roles);
    timed_mutex m;
    kev::shared<int> counter{0, "counter"};

    attempts() { checker::name(m, "m"); }

    void thread(int number) {
        constexpr role all[] = {Roles...};
        switch (all[number - 1]) {
        case role::locks:
            return lock_once();
        case role::locks_twice:
            lock_once();
            return lock_once();
        case role::tries:
            return try_once();
        }
    }

    void lock_once() {
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
    }

    void try_once() {
        if (!m.try_lock_for(limit)) {
            checker::reached("an attempt failed");
            return;
        }
        checker::reached("an attempt succeeded");
        counter.write(counter.read() + 1);
        m.unlock();
    }

    void after() { checker::require(m.state() == 0, "nobody is counted who does not wait"); }
};

/// "owned, 1 waiting" for the 4-byte state word.
inline std::string describe_word(std::uint64_t state) {
    return lab03::word::describe(static_cast<std::uint32_t>(state));
}

/// What all cases of the mutex have in common.
inline checker::case_description about_attempts(std::string id, std::string title, int bound) {
    checker::case_description about;
    about.id = std::move(id);
    about.lab = "05";
    about.variant = "timed_mutex";
    about.title = std::move(title);
    about.promise = "every call ends, and leaves nobody counted who does not wait";
    about.options.limits.preemptions = bound;
    about.must_reach = {"a waiter slept", "a wait timed out", "an attempt failed",
                        "an attempt succeeded"};
    about.decoders = {{"word", describe_word}};
    return about;
}

} // namespace kev::lab05::in_model
