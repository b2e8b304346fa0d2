/// @file
/// Where the waiters of condition variables sleep: in slots of a table, and not in the object.
#pragma once

#include <kev/lab08/slot_sleep.hpp>
#include <kev/lab08/state.hpp>
#include <kev/lab08/way.hpp>
#include <kev/world.hpp>

namespace kev::lab08 {

/// The slot of one position of one condition variable. While a waiter has taken it, the slot belongs to
/// this waiter alone.
///
/// | slot | meaning | what changes it |
/// |---|---|---|
/// | 0 | free | a waiter of any condition variable takes it: *owner* and `waiting` |
/// | *owner* and `waiting` | the owner waits | a notifier: *owner* and `notified`; a waiter whose time is up: 0 |
/// | *owner* and `notified` | the owner is to go on | the waiter, before its wait() returns: 0 |
///
/// *Owner* says which position of which condition variable it is. So a notifier that is slow never takes
/// a later waiter of this slot for the waiter that it means.
class wait_place {
public:
    static constexpr wide_state_t waiting = 1;
    static constexpr wide_state_t notified = 2;

    /// No place.
    constexpr wait_place() noexcept = default;
    constexpr wait_place(wait_slot& slot, wide_state_t owner) noexcept
        : slot_(&slot), owner_(owner) {}
    constexpr explicit operator bool() const noexcept { return slot_ != nullptr; }

    /// Takes the slot for the calling thread. Does not block. @return false if another thread has it.
    bool take() const noexcept {
        wide_state_t found = 0;
        // relaxed: CV1 shows it to the notifiers.
        return slot_->compare_exchange_strong(found, owner_ | waiting, std::memory_order_relaxed,
                                              std::memory_order_relaxed);
    }

    /// Gives the slot back without a sleep. The calling thread has taken it. By key it may block as
    /// sleep() does, for a notifier that comes. @return false if a notification came.
    bool give_back() const noexcept {
        if (leave_slot(*slot_, owner_ | waiting)) return true;
        sleep(no_limit());
        return false;
    }

    /// Whether a waiter is here that waits. The caller has seen the position pending.
    bool has_waiter() const noexcept {
        // relaxed: CV2 has shown the caller that the waiter took the slot. Whether the waiter is still
        // there, notify() finds out by an exchange.
        return slot_->load(std::memory_order_relaxed) == (owner_ | waiting);
    }

    /// The wake-ups of a notifier of several places.
    using wakes = slot_sleep<way>::wakes;

    /// Notifies the waiter, and wakes it. By address it does not block; by key it blocks until the waiter is
    /// in the kernel. @return false if the waiter has left.
    bool notify() const noexcept {
        wakes own;
        return notify(own);
    }

    /// The same. By address it wakes the waiter at the latest when `together` is destroyed.
    bool notify(wakes& together) const noexcept {
        wide_state_t found = owner_ | waiting;
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
    /// slot, and gives it back. No place: the table is full, or nearly so; yields once. @return whether the wait
    /// ended before the limit: the place was notified, or there is none.
    bool sleep(sleep_limit auto const& limit) const noexcept {
        if (slot_ == nullptr) {
            kev::yield();
            return !limit.passed();
        }
        return slot_sleep<way>::sleep(*slot_, owner_ | waiting, limit);
    }

private:
    wait_slot* slot_ = nullptr;
    wide_state_t owner_ = 0;
};

/// The place of a position of a condition variable. Positions that follow each other have different slots,
/// until number_of_wait_slots() of them. Several condition variables may share a slot. wait_table.hpp says
/// which modules share a table; in the models it belongs to the scenario (model/run_wait_slots.hpp). Does
/// not block.
wait_place place_of(void const* condition, wide_state_t position) noexcept;

/// The size of the table: so many threads can wait at once.
wide_state_t number_of_wait_slots() noexcept;

/// The owner of a slot: the condition variable's address (56 bits, divisible by 8), and how often its
/// positions have gone round the table, modulo 512. The bits of an address above the 56th are a
/// tag of the system. They are the same in all uses of the object.
constexpr wide_state_t slot_owner(wide_state_t address, wide_state_t lap) noexcept {
    return address << 8 | lap % 512 << 2;
}

} // namespace kev::lab08
