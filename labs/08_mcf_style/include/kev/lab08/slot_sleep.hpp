/// @file
/// How a waiter sleeps in its slot, in both ways.
#pragma once

#include <algorithm>

#include <kev/lab08/address_sleep.hpp>
#include <kev/lab08/claimed_sleep.hpp>
#include <kev/lab08/release.hpp>
#include <kev/lab08/state.hpp>

namespace kev::lab08 {

struct by_address;
struct by_key;

/// One waiter's slot. wait_slots.hpp says what its values mean.
using wait_slot = atomic_wide_state;

/// The time of the slot's owner is up. @return false if the owner has been notified.
inline bool leave_slot(wait_slot& slot, wide_state_t waiting) noexcept {
    // relaxed: passes no data. The exchange decides between this thread and a notifier.
    return slot.compare_exchange_strong(waiting, 0, std::memory_order_relaxed,
                                        std::memory_order_relaxed);
}

template <typename Way>
struct slot_sleep;

/// The notifier changes the slot and wakes by address: it waits for no waiter.
template <>
struct slot_sleep<by_address> {
    static bool sleep(wait_slot& slot, wide_state_t waiting,
                      sleep_limit auto const& limit) noexcept {
        // acquire: WS2, pairs with WS1.
        while (slot.load(std::memory_order_acquire) == waiting) { // WS2
            // The limit is asked first: a kernel that sleeps until a moment in the past may still give the
            // processor away.
            if (!limit.passed())
                lab08::sleep_while<half::low>(slot, waiting, limit);
            else if (leave_slot(slot, waiting))
                return false;
        }
        // relaxed: the next owner needs nothing of ours.
        slot.store(0, std::memory_order_relaxed);
        return true;
    }

    static void wake(wait_slot& slot) noexcept { wake_one<half::low>(&slot); }

    /// Wakes the owners of several slots, each as wake() does, some at a time: add() may leave a sleeper for a later
    /// add(), or for the destructor.
    ///
    /// A wake-up may end the notifier's turn on its processor, and those that are still to be woken then wait for it. So
    /// the sleepers of some slots are moved to one address, and one call wakes them: at first 8, then 16, then 32. If all
    /// were woken at once, most would sleep once more, on the mutex (cost.md, "How many to wake at once").
    // [wakes]
    class wakes {
    public:
        wakes() noexcept = default;
        wakes(wakes const&) = delete;
        wakes& operator=(wakes const&) = delete;
        ~wakes() { finish(); }

        /// The slot was changed to `now`.
        void add(wait_slot& slot, wide_state_t now) noexcept {
            if (size_ > 0) move_last();
            last_ = &slot;
            now_ = now;
            if (++size_ == at_once_) finish();
        }

    private:
        static constexpr int most_at_once = 32;

        // Only the slot's owner sleeps there. If it has left, the kernel finds another value, and moves no thread.
        void move_last() noexcept {
            address_sleep::requeue(last_, half::low, address_sleep::part(now_, half::low), this);
        }

        void finish() noexcept {
            if (size_ > 1) {
                move_last();
                address_sleep::wake_all(this);
            } else if (size_ == 1) {
                wake(*last_);
            }
            size_ = 0;
            at_once_ = (std::min)(2 * at_once_, most_at_once);
        }

        int size_ = 0;              // slots whose sleepers are still to be woken
        wait_slot* last_ = nullptr; // if there is one: the last of them, which nothing moved yet
        wide_state_t now_ = 0;
        int at_once_ = 8;
    };
    // [/wakes]
};

/// The notifier changes the slot and releases its key: it waits until the waiter has come.
template <>
struct slot_sleep<by_key> {
    static bool sleep(wait_slot& slot, wide_state_t waiting,
                      sleep_limit auto const& limit) noexcept {
        if (!lab08::sleep_until_claimed(&slot, limit, [&] { return leave_slot(slot, waiting); }))
            return false;
        // acquire: WS2, as above. An exchange reads the newest value: no documentation promises that a wait
        // and a release that meet order memory.
        slot.exchange(0, std::memory_order_acquire); // WS2
        return true;
    }

    static void wake(wait_slot& slot) noexcept { release(&slot); }

    /// Each add() wakes at once.
    struct wakes {
        void add(wait_slot& slot, wide_state_t /*now*/) const noexcept { wake(slot); }
    };
};

} // namespace kev::lab08
