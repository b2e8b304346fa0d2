/// @file
/// What the threads of a simulation do at this moment, and its first events.
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
    /// The page draws at most this many events, from the beginning on. The counts continue.
    static constexpr std::size_t most_events = 4000;

    /// One event, as numbers that a page can read.
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
    /// The number of threads that have been woken and do not run yet.
    std::uint64_t on_their_way() const noexcept { return called_.size(); }
    /// Whether the lock has an owner that has run since it got the lock.
    bool inside() const noexcept { return inside_; }

    /// When the thread that has waited longest arrived. `otherwise` if no thread waits.
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
    std::unordered_map<std::uint64_t, ticks> here_; ///< the threads that wait, and since when
    std::unordered_set<std::uint64_t> called_;
    std::uint64_t asleep_ = 0;
    bool inside_ = false;
};

} // namespace kev::lab07::simulation
