/// @file
/// A simulated thread, and the lines in which simulated threads wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <kev/lab07/simulation/agenda.hpp>

namespace kev::lab07::simulation {

/// No thread.
inline constexpr thread_index nobody = std::numeric_limits<thread_index>::max();

/// A thread does this now, or will do it next when it gets a core.
enum class activity : std::uint8_t { switching_in, arriving, working, spinning, trying, holding };

/// Where a thread is.
enum class place : std::uint8_t { on_a_core, wants_a_core, asleep };

/// Everything about one thread.
struct simulated_thread {
    std::uint64_t number = 0; ///< in the order of creation; places of the table are reused
    std::uint64_t turns = 0;
    // The present wait.
    ticks arrived = 0;
    std::uint64_t ticket = 0;        ///< in the order of arrival at the lock
    std::uint64_t others_before = 0; ///< acquisitions so far, when it arrived
    std::uint64_t line_before = 0;   ///< how many threads waited then, without the owner
    bool waiting = false;
    // The present step.
    ticks since = 0;     ///< when the step began
    ticks due = 0;       ///< when it ends
    ticks remaining = 0; ///< how much of `next` is left when the thread gets a core again
    activity doing = activity::working;
    activity next = activity::arriving;
    place where = place::wants_a_core;
    bool woken = false; ///< it was taken from the line of sleepers to try again
    std::uint32_t step_stamp = 0;
    std::uint32_t slice_stamp = 0;
    // The neighbors in the line.
    thread_index before = nobody;
    thread_index behind = nobody;
};

/// A line of threads: a doubly linked list through their own fields, so that joining and leaving cost the same at each place.
class line {
public:
    explicit line(std::vector<simulated_thread>& threads) noexcept : threads_(&threads) {}

    bool empty() const noexcept { return first_ == nobody; }
    thread_index first() const noexcept { return first_; }
    std::size_t size() const noexcept { return size_; }

    void join_at_the_end(thread_index who) noexcept { insert(who, last_); }
    void join_at_the_front(thread_index who) noexcept { insert(who, nobody); }

    /// Joins behind all threads that arrived at the lock earlier.
    void join_by_ticket(thread_index who) noexcept {
        thread_index before = last_;
        while (before != nobody && at(before).ticket > at(who).ticket) before = at(before).before;
        insert(who, before);
    }

    void leave(thread_index who) noexcept {
        --size_;
        simulated_thread const& leaving = at(who);
        (leaving.before != nobody ? at(leaving.before).behind : first_) = leaving.behind;
        (leaving.behind != nobody ? at(leaving.behind).before : last_) = leaving.before;
    }

private:
    simulated_thread& at(thread_index who) noexcept { return (*threads_)[who]; }

    void insert(thread_index who, thread_index before) noexcept {
        ++size_;
        thread_index& link = before != nobody ? at(before).behind : first_;
        at(who).before = before;
        at(who).behind = link;
        (link != nobody ? at(link).before : last_) = who;
        link = who;
    }

    std::vector<simulated_thread>* threads_;
    thread_index first_ = nobody;
    thread_index last_ = nobody;
    std::size_t size_ = 0;
};

} // namespace kev::lab07::simulation
