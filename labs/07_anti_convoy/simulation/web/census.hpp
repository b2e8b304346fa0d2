/// @file
/// What the threads of a simulation are doing at this moment, and what the first of them did until now.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <kev/lab07/simulation/totals.hpp>

namespace kev::lab07::simulation {

/// Watches a simulation for the page that draws it.
class census final : public watcher {
public:
    /// The page draws no more events than so many, from the beginning on; the counts go on.
    static constexpr std::size_t most_events = 4000;

    /// One event: numbers that a page reads as they are.
    struct event {
        double when;
        double thread;
        double what; ///< the number of the happening
    };

    void saw(ticks when, std::uint64_t thread, happening what) override {
        if (events_.size() < most_events)
            events_.push_back({static_cast<double>(when), static_cast<double>(thread),
                               static_cast<double>(what)});
        count(when, thread, what);
    }

    std::vector<event> const& events() const noexcept { return events_; }
    std::uint64_t asleep() const noexcept { return asleep_; }
    /// Those who have been called and do not run yet.
    std::uint64_t on_their_way() const noexcept { return called_.size(); }
    /// Whether the lock has an owner that has run since it got the lock.
    bool inside() const noexcept { return inside_; }

    /// When the one arrived that has waited longest; `otherwise` if nobody waits.
    ticks oldest(ticks otherwise) const {
        for (auto const& [thread, since] : here_) otherwise = std::min(otherwise, since);
        return otherwise;
    }

private:
    void count(ticks when, std::uint64_t thread, happening what) {
        switch (what) {
        case happening::arrives:
            here_.emplace(thread, when);
            break;
        case happening::sleeps:
            ++asleep_;
            break;
        case happening::is_woken:
            --asleep_;
            called_.insert(thread);
            break;
        case happening::runs:
            called_.erase(thread);
            break;
        case happening::acquires:
            here_.erase(thread);
            inside_ = true;
            break;
        case happening::releases:
            inside_ = false;
            break;
        }
    }

    std::vector<event> events_;
    std::unordered_map<std::uint64_t, ticks> here_; ///< who wants the lock, and since when
    std::unordered_set<std::uint64_t> called_;
    std::uint64_t asleep_ = 0;
    bool inside_ = false;
};

} // namespace kev::lab07::simulation
