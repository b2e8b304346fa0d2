/// @file
/// The first idea of a sleep by address: a list of sleepers behind a lock.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab05/keyed_sleep.hpp>

namespace kev::lab06 {

/// The threads that sleep at some addresses. A sleeper looks at its word while it owns the bucket's lock, and joins the list
/// before it gives the lock up. A waker changes the word first and takes the lock then. So either the sleeper sees the
/// change, or the waker finds the sleeper.
///
/// Each sleeper waits for a key of its own, which is its entry in the list. So a release reaches the thread that was taken
/// off the list, and no newer one. Constant-initialized.
class locked_bucket {
public:
    constexpr locked_bucket() noexcept = default;
    locked_bucket(locked_bucket const&) = delete;
    locked_bucket& operator=(locked_bucket const&) = delete;

    /// Sleeps at `address` while is_unchanged(), which is called with the lock owned. At most until `end`. Blocks.
    /// @return false if the time was up and no thread has woken this one.
    // [sleep_while]
    bool sleep_while(void const* address, auto is_unchanged, lab05::sleep_end const& end) {
        sleeper self{address};
        lock_.lock();
        bool const joins = is_unchanged();
        if (joins) join(self);
        lock_.unlock();
        if (!joins || lab05::wait_for_release(&self, end) == lab02::outcome::met) return true;
        lock_.lock();
        bool const left = leave(self);
        lock_.unlock();
        // Taken off the list by a waker: its release is on its way, and is for this thread alone.
        if (!left) lab02::default_event.wait(&self);
        return !left;
    }
    // [/sleep_while]

    /// Wakes at most `most` threads that sleep at `address`, the oldest first. Uses the address only. Blocks until they are
    /// in the kernel.
    // [wake]
    void wake(void const* address, int most) {
        lock_.lock();
        sleeper* taken = take(address, most);
        lock_.unlock();
        // After its release, an entry may be gone. So `next` is read before the release.
        while (taken != nullptr) {
            sleeper* const next = taken->next;
            lab02::default_event.release(taken);
            taken = next;
        }
    }
    // [/wake]

private:
    /// On its thread's stack. The lock protects it while it is in the list, then it is its waker's.
    struct sleeper {
        void const* address;
        sleeper* next = nullptr;
    };

    void join(sleeper& self) noexcept {
        sleeper** end = &first_;
        while (*end != nullptr) end = &(*end)->next;
        *end = &self;
    }

    /// @return false if the sleeper is not in the list.
    bool leave(sleeper& self) noexcept {
        for (sleeper** at = &first_; *at != nullptr; at = &(*at)->next) {
            if (*at != &self) continue;
            *at = self.next;
            return true;
        }
        return false;
    }

    /// Takes the oldest sleepers of this address off the list, at most so many. @return a list of them, the oldest first.
    sleeper* take(void const* address, int most) noexcept {
        sleeper* taken = nullptr;
        sleeper** last = &taken;
        for (sleeper** at = &first_; *at != nullptr && most > 0;) {
            sleeper* const each = *at;
            if (each->address != address) {
                at = &each->next;
                continue;
            }
            *at = each->next;
            each->next = nullptr;
            *last = each;
            last = &each->next;
            --most;
        }
        return taken;
    }

    lab03::fast_mutex lock_;
    sleeper* first_ = nullptr;
};

} // namespace kev::lab06
