/// @file
/// A fair lock that does not sleep, in which each waiter spins on a flag of its own: the queue lock.
#pragma once

#include <cstdint>

#include <kev/lab07/back_off.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// The queue lock of Mellor-Crummey and Scott. Each waiter brings a node, links it behind the last node and watches the
/// flag in its own node. So unlock() accesses the memory of one waiter only, however many there are. Its convoy is that
/// of ticket_mutex.hpp.
///
/// The original asks its user to keep the node until unlock(). Here the node lies on the stack of lock(). A thread that
/// becomes the owner moves the rest of its node into the lock, whose own node then stands for the owner in the queue (as
/// in the research system K42). So the lock has the standard's interface.
///
/// | `last_` | meaning |
/// |---|---|
/// | null | free |
/// | the lock's own node | owned, nobody waits |
/// | another node | owned; the thread of this node is the last waiter |
///
/// Meets Lockable; not recursive; the next owner may destroy it.
class mcs_mutex {
public:
    constexpr mcs_mutex() noexcept = default;
    mcs_mutex(mcs_mutex const&) = delete;
    mcs_mutex& operator=(mcs_mutex const&) = delete;

    /// Acquires the lock when all threads that came before have had it. Does not sleep; spins and yields.
    void lock() noexcept {
        if (!try_lock()) queue();
    }

    /// Acquires the lock if it is free. Does not block.
    bool try_lock() noexcept {
        node* nobody = nullptr;
        // acquire: m1, pairs with m5: this thread sees what the last owner wrote. relaxed: after a failure this thread
        // reads no data.
        return last_.compare_exchange_strong(nobody, &owner_, std::memory_order_acquire,
                                             std::memory_order_relaxed); // m1
    }

    /// Hands the lock to the first waiter, or frees it if nobody waits. Only the owner may call it. Does not sleep; spins
    /// while a thread links its node behind the owner's.
    void unlock() noexcept {
        // acquire: m6, pairs with m3: the next node is complete.
        node* next = owner_.next.load(std::memory_order_acquire); // m6
        if (next == nullptr) {
            node* self = &owner_;
            // release: m5, pairs with m1 and m2. relaxed: on failure a thread is linking its node.
            if (last_.compare_exchange_strong(self, nullptr, std::memory_order_release,
                                              std::memory_order_relaxed)) // m5
                return;
            next = successor(owner_);
        }
        // release: m7, pairs with m4. After this store the node may be gone.
        next->waits.store(0, std::memory_order_release); // m7
    }

private:
    struct node {
        kev::atomic<node*> next{nullptr, "next"};
        kev::atomic<std::uint32_t> waits{1, "waits"};
    };

    void queue() noexcept {
        node self;
        doubling_back_off others;
        // acq_rel: m2. The release half pairs with m2 of the next thread, which reads the address of this node here and
        // then stores into its `next`. The acquire half pairs with m2 or m9 of the previous node, for the same reason.
        // If the lock has become free, it pairs with m5, even if m1 has taken the lock since: m1 continues the release
        // sequence of m5.
        node* const before = last_.exchange(&self, std::memory_order_acq_rel); // m2
        if (before != nullptr) {
            // release: m3, pairs with m6 and m8: the node is complete.
            before->next.store(&self, std::memory_order_release); // m3
            // acquire: m4, pairs with m7: this thread sees what the last owner wrote.
            while (self.waits.load(std::memory_order_acquire) != 0) others.pause(); // m4
        }
        move_out(self);
    }

    /// The owner's node is about to end. The lock's own node takes its place in the queue.
    void move_out(node& self) noexcept {
        // acquire: m8, pairs with m3.
        node* next = self.next.load(std::memory_order_acquire); // m8
        // relaxed: only the owner reads it, and no other thread writes it before m9 makes the lock's node known.
        owner_.next.store(next, std::memory_order_relaxed);
        if (next != nullptr) return;
        node* expected = &self;
        // release: m9, pairs with m2 of the next thread, which then stores into the lock's node, after the store above.
        // relaxed: on failure a thread is linking its node behind this one.
        if (last_.compare_exchange_strong(expected, &owner_, std::memory_order_release,
                                          std::memory_order_relaxed)) // m9
            return;
        // relaxed: only the owner reads it, and no other thread writes it any more.
        owner_.next.store(successor(self), std::memory_order_relaxed);
    }

    /// Spins until the node behind `before` is linked. Its thread has already announced itself in `last_`.
    static node* successor(node& before) noexcept {
        doubling_back_off others;
        for (;;) {
            // acquire: m6, pairs with m3, as in unlock(): the next node is complete.
            node* const next = before.next.load(std::memory_order_acquire);
            if (next != nullptr) return next;
            others.pause();
        }
    }

    kev::atomic<node*> last_{nullptr, "last"};
    node owner_; ///< stands for the owner in the queue; its flag is not used
};

} // namespace kev::lab07
