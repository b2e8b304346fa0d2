/// @file
/// A fair lock without the kernel in which each waits at a place of its own: the queue lock.
#pragma once

#include <cstdint>

#include <kev/lab07/back_off.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// The queue lock of Mellor-Crummey and Scott: each waiter brings a node, links it behind the last one and
/// watches its own flag, so unlock() touches the memory of one waiter only, however many there are.
/// The convoy is that of ticket_mutex.hpp.
///
/// The original asks its user to keep the node until unlock(). Here the node lies on the stack of lock(),
/// and a thread that has become owner moves what is left of it into the lock, which stands in the queue for
/// its owner (so did the research system K42). That gives it the standard's interface.
///
/// | `last_` | meaning |
/// |---|---|
/// | null | free |
/// | the lock's own node | owned, nobody waits |
/// | another node | owned; that node's thread is the last who waits |
///
/// Meets Lockable; not recursive; the next owner may destroy it.
class mcs_mutex {
public:
    constexpr mcs_mutex() noexcept = default;
    mcs_mutex(mcs_mutex const&) = delete;
    mcs_mutex& operator=(mcs_mutex const&) = delete;

    /// Takes the lock when all who came before have had it. Does not sleep; spins and yields.
    void lock() noexcept {
        if (!try_lock()) queue();
    }

    /// Takes the lock if it is free. Does not block.
    bool try_lock() noexcept {
        node* nobody = nullptr;
        // acquire: M1, pairs with M5: what the last owner wrote. relaxed: it is not ours.
        return last_.compare_exchange_strong(nobody, &owner_, std::memory_order_acquire,
                                             std::memory_order_relaxed); // M1
    }

    /// Lets the first who waits go; frees the lock if nobody does. Only the owner may call it. Waits, awake,
    /// for a thread that is just linking itself behind the owner.
    void unlock() noexcept {
        // acquire: M6, pairs with M3: the node is complete.
        node* next = owner_.next.load(std::memory_order_acquire); // M6
        if (next == nullptr) {
            node* self = &owner_;
            // release: M5, pairs with M1 and M2. relaxed: on failure somebody is linking itself.
            if (last_.compare_exchange_strong(self, nullptr, std::memory_order_release,
                                              std::memory_order_relaxed)) // M5
                return;
            next = successor(owner_);
        }
        // release: M7, pairs with M4. From here on the node may be gone.
        next->waits.store(0, std::memory_order_release); // M7
    }

private:
    struct node {
        kev::atomic<node*> next{nullptr, "next"};
        kev::atomic<std::uint32_t> waits{1, "waits"};
    };

    void queue() noexcept {
        node self;
        back_off others;
        // acq_rel: M2. Its release half is for M2 of the next thread, which gets this node's address by it,
        // and then stores into its `next`. Its acquire half pairs with M2 or M9 of the node before, for the
        // same reason; and with M5, if the lock has become free, also when M1 has taken it since: M1 goes on
        // with M5's release sequence.
        node* const before = last_.exchange(&self, std::memory_order_acq_rel); // M2
        if (before != nullptr) {
            // release: M3, pairs with M6 and M8: the node is complete.
            before->next.store(&self, std::memory_order_release); // M3
            // acquire: M4, pairs with M7: what the last owner wrote.
            while (self.waits.load(std::memory_order_acquire) != 0) others.pause(); // M4
        }
        move_out(self);
    }

    /// The owner's node is about to go: the lock's own takes its place in the queue.
    void move_out(node& self) noexcept {
        // acquire: M8, pairs with M3.
        node* next = self.next.load(std::memory_order_acquire); // M8
        // relaxed: only the owner reads it, and nobody else writes it before M9 has made the lock's node known.
        owner_.next.store(next, std::memory_order_relaxed);
        if (next != nullptr) return;
        node* expected = &self;
        // release: M9, pairs with M2 of the next one, which then writes into the lock's node, behind the
        // store above. relaxed: on failure somebody is linking itself behind this node.
        if (last_.compare_exchange_strong(expected, &owner_, std::memory_order_release,
                                          std::memory_order_relaxed)) // M9
            return;
        // relaxed: as above.
        owner_.next.store(successor(self), std::memory_order_relaxed);
    }

    /// The node behind `before`, whose thread has been seen to come and will link it in a moment.
    static node* successor(node& before) noexcept {
        back_off others;
        for (;;) {
            // acquire: M6, as in unlock().
            node* const next = before.next.load(std::memory_order_acquire);
            if (next != nullptr) return next;
            others.pause();
        }
    }

    kev::atomic<node*> last_{nullptr, "last"};
    node owner_; ///< stands in the queue for the owner; its flag is not used
};

} // namespace kev::lab07
