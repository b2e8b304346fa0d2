/// @file
/// Where the waiters of condition variables sleep: in slots of a table, and not in the object.
#pragma once

#include <algorithm>
#include <cstdint>

#include <kev/lab08/sleep.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// One waiter's slot.
///
/// | slot | meaning | what changes it |
/// |---|---|---|
/// | 0 | free | a waiter of any condition variable takes it: *owner* and `waiting` |
/// | *owner* and `waiting` | the owner waits | a notifier: *owner* and `notified`; a waiter whose time is up: 0 |
/// | *owner* and `notified` | the owner is to go on | the waiter, before its wait() returns: 0 |
///
/// *Owner* says which position of which condition variable it is. So a slow notifier does not take a later waiter of this
/// slot for the waiter that it means, unless another condition variable at the same address, or millions of waits, have
/// brought the same owner back. Then that later waiter wakes early, and waits for its condition again.
using wait_slot = atomic_state;

/// Wakes the owners of several slots that were changed. add() may leave a sleeper for a later add(), or for the destructor.
///
/// A wake-up may end the notifier's turn on its processor, and those that are still to be woken then wait for it. So
/// the sleepers of some slots are moved to one address, and one call wakes them: at first 8, then 16, then 32. If all
/// were woken at once, most would sleep once more, on the mutex (cost.md, "How many to wake at once").
// [wake_batch]
class wake_batch {
public:
    wake_batch() noexcept = default;
    wake_batch(wake_batch const&) = delete;
    wake_batch& operator=(wake_batch const&) = delete;
    ~wake_batch() { finish(); }

    /// The slot was changed to `now`.
    void add(wait_slot& slot, state_t now) noexcept {
        if (size_ > 0) move_last();
        last_ = &slot;
        now_ = now;
        if (++size_ == at_once_) finish();
    }

private:
    static constexpr int most_at_once = 32;

    // Only the slot's owner sleeps there. If it has left, the system finds another value, and moves no thread.
    void move_last() noexcept { lab08::requeue(*last_, now_, this); }

    void finish() noexcept {
        if (size_ > 1) {
            move_last();
            lab08::wake(this, half::low, every_sleeper);
        } else if (size_ == 1) {
            lab08::wake(last_, half::low, 1);
        }
        size_ = 0;
        at_once_ = (std::min)(2 * at_once_, most_at_once);
    }

    int size_ = 0;              // slots whose sleepers are still to be woken
    wait_slot* last_ = nullptr; // if there is one: the last of them, which nothing moved yet
    state_t now_ = 0;
    int at_once_ = 8;
};
// [/wake_batch]

/// The slot of one position of one condition variable. While a waiter has taken it, the slot belongs to
/// this waiter alone.
class wait_place {
public:
    static constexpr state_t waiting = 1;
    static constexpr state_t notified = 2;

    /// No place.
    constexpr wait_place() noexcept = default;
    constexpr wait_place(wait_slot& slot, state_t owner) noexcept : slot_(&slot), owner_(owner) {}
    constexpr explicit operator bool() const noexcept { return slot_ != nullptr; }

    /// Takes the slot for the calling thread. Does not block. @return false if another thread has it.
    bool take() const noexcept {
        state_t found = 0;
        // relaxed: CV1 shows it to the notifiers.
        return slot_->compare_exchange_strong(found, owner_ | waiting, std::memory_order_relaxed,
                                              std::memory_order_relaxed);
    }

    /// Gives the slot back without a sleep. The calling thread has taken it. Does not block. @return false if a
    /// notification came.
    bool give_back() const noexcept {
        if (leave()) return true;
        sleep(lab05::no_limit(), nullptr); // which ends at once, as the notification is there
        return false;
    }

    /// Whether a waiter is here that waits. The caller has seen the position pending.
    bool has_waiter() const noexcept {
        // relaxed: CV2 has shown the caller that the waiter took the slot. Whether the waiter is still
        // there, notify() finds out by an exchange.
        return slot_->load(std::memory_order_relaxed) == (owner_ | waiting);
    }

    /// Notifies the waiter, and wakes it at the latest when `together` is destroyed. Does not block. @return false if the
    /// waiter has left.
    bool notify(wake_batch& together) const noexcept {
        state_t found = owner_ | waiting;
        // release: WS1, pairs with WS2: our last use of the condition variable comes before what the
        // waiter does next. The waiter may destroy it.
        // relaxed: no waiter is there, and nothing passes.
        if (!slot_->compare_exchange_strong(found, owner_ | notified,
                                            std::memory_order_release, // WS1
                                            std::memory_order_relaxed))
            return false;
        // From here on the slot may have another owner. A wake-up that comes late wakes it for no
        // reason, and it sleeps again.
        together.add(*slot_, owner_ | notified);
        return true;
    }

    /// Sleeps until a notifier has notified this place, or until the limit. The calling thread has taken the
    /// slot, and gives it back. No place: the table is full, or nearly so; yields once.
    ///
    /// Of `condition`, the condition variable, only the address is used, for the program's hook: it may be gone.
    /// @return whether the wait ended before the limit: the place was notified, or there is none.
    bool sleep(lab05::sleep_limit auto const& limit, void const* condition) const noexcept {
        if (slot_ == nullptr) {
            kev::yield();
            return !limit.passed();
        }
        // acquire: WS2, pairs with WS1.
        while (slot_->load(std::memory_order_acquire) == (owner_ | waiting)) { // WS2
            // The limit is asked first: a kernel that sleeps until a moment in the past may still give the
            // processor away.
            if (!limit.passed())
                lab08::sleep_while(*slot_, half::low, owner_ | waiting, limit.end(), condition);
            else if (leave())
                return false;
        }
        // relaxed: the next owner needs nothing of ours.
        slot_->store(0, std::memory_order_relaxed);
        return true;
    }

private:
    /// The owner's time is up. @return false if the owner has been notified.
    bool leave() const noexcept {
        state_t found = owner_ | waiting;
        // relaxed: passes no data. The exchange decides between this thread and a notifier.
        return slot_->compare_exchange_strong(found, 0, std::memory_order_relaxed,
                                              std::memory_order_relaxed);
    }

    wait_slot* slot_ = nullptr;
    state_t owner_ = 0;
};

/// The place of a position of a condition variable. Positions that follow each other have different slots,
/// until number_of_wait_slots() of them. Several condition variables may share a slot. wait_table.hpp says
/// which modules share a table; in the models it belongs to the scenario (model/run_wait_slots.hpp). Does
/// not block.
wait_place place_of(void const* condition, state_t position) noexcept;

/// The size of the table: so many threads can wait at once.
state_t number_of_wait_slots() noexcept;

/// The owner of a slot: the condition variable's address (56 bits, divisible by 8), and how often its
/// positions have gone round the table, modulo 512. The bits of an address above the 56th are a
/// tag of the system. They are the same in all uses of the object.
constexpr state_t slot_owner(std::uint64_t address, state_t lap) noexcept {
    return address << 8 | lap % 512 << 2;
}

} // namespace kev::lab08
