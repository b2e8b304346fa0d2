/// @file
/// A latch: threads wait until a count has gone down to zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <kev/abi.hpp>
#include <kev/event.hpp>

#include <kev/quiet_begin.inc>

#include <kev/world.hpp>

namespace kev::inline v0_9 {

/// A latch of 16 bytes; names and meaning as std::latch. Constant-initialized, trivially destructible,
/// cannot fail. All bits zero is not a state that a constructor makes.
///
/// It is a count and an event. The thread that takes the last from the count sets the event. Waiters look at the
/// event alone. So the last waiter that has come through may destroy the latch, although the count was zero before
/// the event was set: count_down() uses neither after that. Data that was written before any count_down() is
/// visible after wait().
///
/// count_down() and try_wait() may be called in a signal handler.
class latch {
public:
    static constexpr std::ptrdiff_t(max)() noexcept {
        return (std::numeric_limits<std::ptrdiff_t>::max)();
    }

    /// `expected` from 0 to max().
    constexpr explicit latch(std::ptrdiff_t expected) noexcept
        : left_(expected, "left"), done_(expected == 0) {}
    latch(latch const&) = delete;
    latch& operator=(latch const&) = delete;

    /// Takes `number` from the count, at most what is left. Wakes all waiters if nothing is left. Does not
    /// block.
    void count_down(std::ptrdiff_t number = 1) noexcept {
        // acq_rel: LT1, pairs with itself: the thread that takes the last has seen what the others wrote, and
        // passes it on by the event.
        if (left_.fetch_sub(number, std::memory_order_acq_rel) == number) done_.set(); // LT1
    }

    /// Whether the count is zero. Does not block.
    bool try_wait() const noexcept { return done_.is_set(); }

    /// Waits until the count is zero. Blocks without limit.
    void wait() const noexcept { done_.wait(); }

    /// Takes `number` from the count, and waits.
    void arrive_and_wait(std::ptrdiff_t number = 1) noexcept {
        count_down(number);
        wait();
    }

private:
    kev::atomic<std::ptrdiff_t> left_;
    mutable event done_; // wait() is const, as the standard's, and counts the thread in
};

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
