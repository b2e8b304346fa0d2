/// @file
/// The search: which runs are made, and what they have shown.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include <kev/checker/case_entry.hpp>
#include <kev/checker/event.hpp>
#include <kev/checker/run.hpp>

namespace kev::checker {

/// The findings of an exploration.
struct result {
    verdict found = verdict::exhausted_clean;
    std::uint64_t runs = 0;     ///< until the first finding, or until the end
    std::uint64_t explored = 0; ///< in all: a search goes on for a while to find a shorter schedule
    std::uint64_t completed = 0; ///< of those, how many came to the end of every thread
    std::uint64_t pruned = 0;    ///< of those, how many ended in a state that was known
    /// Of those, how many only an unfair scheduler could go on with: one thread spun forever while another could
    /// have gone on.
    std::uint64_t unfair = 0;
    /// Of those, how many were neither followed to their end nor found to repeat themselves. The search ends after
    /// a thousand of them.
    std::uint64_t open = 0;
    int bound = -1;            ///< the preemption bound that was explored to its end; -1: none
    bool beyond = false;       ///< whether runs with more preemptions were left out
    withheld_choices withheld; ///< what else was left out
    std::uint64_t steps = 0;   ///< of all runs
    int longest = 0;           ///< steps of the longest run
    double seconds = 0;
    std::string cut_by; ///< verdict::sampled_clean: the limit that a run, or the search, has met
    reach_counts reached;
    schedule shortest;             ///< a finding's schedule: fewest preemptions, then fewest steps
    std::set<fingerprint> classes; ///< final histories; only if asked for
};

/// Explores a case. The same case gives the same result on every machine, but for `seconds`.
result explore(case_entry const& entry, bool collect_classes = false);

/// As explore(). If that finds nothing but has left something out, a second search follows, with no bound, and then a
/// third, with budgets that are never used up. Of those that end within options::limits.whole_runs runs the last one's
/// result is returned. Its verdict is every_schedule if nothing was left out.
result explore_wholly(case_entry const& entry);

/// Whether the result is what the case expects, reaches included; if not, `why` says so.
bool as_expected(case_description const& about, result const& found, std::string& why);

} // namespace kev::checker
