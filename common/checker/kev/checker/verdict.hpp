/// @file
/// What a search can find, and how far it may go.
#pragma once

#include <array>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace kev::checker {

/// How an exploration ended. The first five are findings and come with a schedule.
enum class verdict {
    deadlock,        ///< some thread can never run again
    livelock,        ///< the threads that can run repeat themselves forever and get nowhere
    data_race,       ///< two accesses to shared data, one a write, with no order between them
    assertion,       ///< the scenario's own check failed
    reachable,       ///< the state that the scenario asks about was reached; not always a bug
    exhausted_clean, ///< every run within the bound was explored and none failed
    every_schedule,  ///< as exhausted_clean, and there are no other runs: see explore_wholly()
    sampled_clean,   ///< no run failed, but a budget ended the search before the bound did
};

/// The verdict in words, as the catalogue spells it.
std::string_view to_string(verdict found) noexcept;

/// Whether the verdict is a finding.
constexpr bool is_finding(verdict found) noexcept {
    return found < verdict::exhausted_clean;
}

/// A preemption bound that nothing exceeds.
inline constexpr int no_bound = 1'000'000;

/// How far an exploration goes. Every number is a limit on one run, unless it says otherwise.
struct budgets {
    /// Preemptions: switches away from a thread that could have gone on. The search tries 0 first,
    /// then 1, and so on. Most concurrency bugs need two at most (Musuvathi and Qadeer, 2007).
    int preemptions = 2;
    /// Weak compare-exchanges that fail although the value is the expected one.
    int weak_failures = 1;
    /// Loads that return an older value where the memory model allows one. With 0 here, and in the two after it, the
    /// memory is sequentially consistent.
    int stale_loads = 0;
    /// Stores that take a place in the modification order before some that were made already, and read-modify-writes
    /// that read another store than the newest.
    int early_stores = 0;
    /// Compare-exchanges that fail because they read an older value.
    int stale_failures = 0;
    /// Time-outs that come while another thread could still run. When no thread can, one always comes.
    int timeouts = 2;
    /// Time-outs that are reported although the partner has already gone on: a swallowed release.
    int late_timeouts = 0;
    /// Timed waits that succeed at the last moment, so that nearly all of their time has passed.
    int late_meetings = 0;
    /// Sleeps by address that return at once for no reason.
    int spurious_wakes = 0;
    /// Looks at the clock before which options::clock_step passes. Without, time passes in sleeps only.
    int clock_steps = 0;
    /// Steps; a run that needs more is examined for a livelock, and otherwise cut off.
    int steps = 500;
    /// Runs in all; after the first finding, a hundredth of it goes on looking for a shorter one.
    std::uint64_t runs = 4'000'000;
    /// Runs of a search that has no bound, or no budgets either: see explore_wholly().
    std::uint64_t whole_runs = 100'000;
    /// Seconds of processor time in all; 0: no limit. The only budget that makes a result depend on the machine.
    double seconds = 0;

    /// Whether the memory is weaker than sequential consistency.
    bool weak_memory() const noexcept {
        return stale_loads > 0 || early_stores > 0 || stale_failures > 0;
    }
};

/// The meaning of a budget of 0 in a case.
enum class at_zero : std::uint8_t {
    left_out, ///< nothing: the choice exists, and the search leaves it out
    frozen,   ///< that the choice is not made here, though it exists: it is left out by any search
    absent,   ///< that there is no such choice
};

/// A budget with its name, as the results spell it.
struct named_budget {
    int budgets::*member;
    char const* name;
    at_zero zero;
};
inline constexpr std::array<named_budget, 9> named_budgets{{
    {&budgets::weak_failures, "weak_failures", at_zero::left_out},
    {&budgets::stale_loads, "stale_loads", at_zero::absent},
    {&budgets::early_stores, "early_stores", at_zero::absent},
    {&budgets::stale_failures, "stale_failures", at_zero::absent},
    {&budgets::timeouts, "timeouts", at_zero::left_out},
    {&budgets::late_timeouts, "late_timeouts", at_zero::absent},
    {&budgets::late_meetings, "late_meetings", at_zero::absent},
    {&budgets::spurious_wakes, "spurious_wakes", at_zero::absent},
    {&budgets::clock_steps, "clock_steps", at_zero::frozen},
}};

/// For each of the budgets, whether a choice was left out because it was used up.
using withheld_choices = std::bitset<named_budgets.size()>;

/// The settings of the search, and of the world it models, that a scenario may change.
struct options {
    budgets limits;
    /// Skip a state that was reached before, in the sense of the same happens-before history. Off
    /// only to test the checker.
    bool prune = true;
    /// Whether a wait and a release that meet order memory. Microsoft does not promise it, so by
    /// default they do not, and a lock has to order memory itself.
    bool meetings_order_memory = false;
    /// Whether what a thread has changed before a call of the kernel comes, in each object's modification order, before
    /// what other threads change after their calls that follow. C++ does not promise that. A kernel that takes a lock in
    /// both calls does. It matters only where budgets::early_stores is not 0.
    bool kernel_orders_changes = true;
    /// Whether to make an object is a plain write of it, which races with a use that has not heard of it. Off to see
    /// what comes of such a race.
    bool making_is_an_access = true;
    /// How much time passes at once while threads run: more than any time limit of the scenario.
    std::chrono::nanoseconds clock_step = std::chrono::hours(1);
};

} // namespace kev::checker
