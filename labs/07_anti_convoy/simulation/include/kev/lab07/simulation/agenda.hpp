/// @file
/// The future events of a simulation, in the order of their time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <kev/lab07/simulation/parameters.hpp>

namespace kev::lab07::simulation {

/// A thread is identified by its place in a table.
using thread_index = std::uint32_t;

/// The kinds of events.
enum class event_kind : std::uint8_t {
    arrival,  ///< a new thread comes
    step_end, ///< a thread has done what it was doing
    slice_end ///< a thread has had its core for a whole time slice
};

/// An event. A thread whose step is stopped cannot take its event out of the heap. It increments its own stamp instead, and
/// when the event's time comes, the stamps differ and the event is out of date.
struct event {
    ticks when = 0;
    std::uint64_t order = 0; ///< of two events at one moment, the first to be planned happens first
    thread_index thread = 0;
    std::uint32_t stamp = 0;
    event_kind kind = event_kind::arrival;
};

/// Events in the order of their time: a binary heap.
class agenda {
public:
    void plan(ticks when, event_kind kind, thread_index thread = 0, std::uint32_t stamp = 0) {
        heap_.push_back({when, planned_++, thread, stamp, kind});
        std::push_heap(heap_.begin(), heap_.end(), later);
    }

    /// Whether something is planned for this moment or before it.
    bool has_until(ticks when) const noexcept {
        return !heap_.empty() && heap_.front().when <= when;
    }

    /// Takes the first event out. There must be one: see has_until().
    event take() {
        std::pop_heap(heap_.begin(), heap_.end(), later);
        event const first = heap_.back();
        heap_.pop_back();
        return first;
    }

private:
    static bool later(event const& a, event const& b) noexcept {
        return a.when != b.when ? a.when > b.when : a.order > b.order;
    }

    std::vector<event> heap_;
    std::uint64_t planned_ = 0;
};

} // namespace kev::lab07::simulation
