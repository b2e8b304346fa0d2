/// @file
/// The scenario of a thread that was woken and gets no processor: what becomes of the threads that sleep behind it.
#pragma once

#include <string>
#include <utility>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace kev::checker {

/// The state that claimed_thread reaches with a lock that may be free while its `waking` bit is set.
inline constexpr char slept_through[] = "the lock was free, and no unlock woke the sleeper";
/// The state that it reaches with a lock that is handed over.
inline constexpr char kept_for_it[] = "the lock was kept for a thread that did not run";

/// Thread 1 owns the lock while the others go to sleep. It unlocks, which claims one of them and wakes it. The claimed
/// thread need not run: the search finds the schedules in which it does not. Then thread 1 takes the lock and frees it, up
/// to `Rounds` times. Does one of these unlocks wake the sleeper that is left?
template <typename Mutex, int Rounds>
struct claimed_thread {
    static constexpr int threads = 3;
    Mutex m;
    kev::atomic<int> entered{0, "entered"};

    claimed_thread() { checker::name(m, "m"); }

    void thread(int number) {
        m.lock();
        if (number > 1) {
            entered.fetch_add(1);
            return m.unlock();
        }
        bool const both_sleep = sleepers() == 2;
        m.unlock();
        if (!both_sleep) return;
        reached("both threads slept");
        come_again();
    }

    void come_again() {
        int woke_nobody = 0;
        bool had_it = true;
        for (int round = 0; round < Rounds; ++round) {
            had_it = m.try_lock();
            if (!had_it) continue;
            int const before = sleepers();
            m.unlock();
            if (before > 0 && sleepers() >= before) ++woke_nobody;
        }
        if (woke_nobody == Rounds) reached(slept_through);
        if (!had_it && entered.load() == 0) reached(kept_for_it);
    }

    static int sleepers() { return (is_asleep(2) ? 1 : 0) + (is_asleep(3) ? 1 : 0); }
};

/// The description of this scenario. `about` has the lab, the variant and the decoders. The state `goal` can be reached;
/// without a goal, an unlock in vain cannot.
inline case_description about_claimed_thread(case_description about, std::string goal = {}) {
    about.id = about.variant + "/claimed-thread";
    about.title =
        "two threads sleep; the one that is woken gets no processor, and a third comes and goes";
    about.promise = "an unlock that finds a sleeper wakes it";
    about.options.limits.preemptions = 2;
    about.lanes = {"passer-by", "sleeper", "other sleeper"};
    about.must_reach = {"both threads slept"};
    if (!goal.empty()) {
        about.expected = verdict::reachable;
        about.must_reach.clear();
        about.goal = std::move(goal);
    }
    return about;
}

} // namespace kev::checker
