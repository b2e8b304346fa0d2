/// @file
/// One bucket of the wait table. Joining never waits. One thread at a time takes waiters out, and it also
/// does what other threads want done meanwhile.
#pragma once

#include <cstdint>

#include <kev/lab06/bucket_word.hpp>
#include <kev/lab06/wait_line.hpp>
#include <kev/lab06/waiter.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// A bucket: a stack of arrivals on which any thread pushes, and a line in order of arrival that only the
/// *attendant* touches. No thread waits to become the attendant. A thread that finds another attendant leaves a
/// note, and the attendant does what the note asks before it leaves.
///
/// This bounds no time. The attendant serves notes for as long as other threads leave them, and a note is not
/// served before the attendant runs. These threads may use unrelated locks that only share the bucket.
class alignas(64) wait_bucket {
public:
    wait_bucket() noexcept = default;
    wait_bucket(wait_bucket const&) = delete;
    wait_bucket& operator=(wait_bucket const&) = delete;

    /// Adds the calling thread. Does not block. Every later wake finds this waiter. If a thread
    /// wrote something before an earlier wake, it is visible when this call returns.
    // [join]
    void join(waiter& self) noexcept {
        // relaxed: only a first guess; the compare-exchange confirms it.
        std::uintptr_t word = word_.load(std::memory_order_relaxed);
        do {
            self.next.write(bucket_word::newest(word));
            // acq_rel: j1. Its release half pairs with e1 and t1, which then see the waiter's fields. Its
            // acquire half pairs with k1, see wake(). relaxed: a failure starts again.
        } while (!word_.compare_exchange_weak(
            word, reinterpret_cast<std::uintptr_t>(&self) | (word & bucket_word::flags),
            std::memory_order_acq_rel, std::memory_order_relaxed)); // j1
    }
    // [/join]

    /// Takes out the waiters that the request is for, and wakes them. If another thread is the attendant, that
    /// thread does it when it runs, perhaps after this call has returned. Never waits for another thread. As the
    /// attendant it serves the notes that other threads leave meanwhile, and their number has no limit.
    ///
    /// Every wake and every join is a read-modify-write of the word, so one of the two comes first. If that is
    /// the join, the wake finds the waiter. If it is the wake, the waiter's second look finds the new value.
    // [wake]
    void wake(request whom) noexcept {
        // release: k1, pairs with j1: of two read-modify-writes of one word, one comes first.
        if (word_.fetch_add(0, std::memory_order_release) == 0) return; // k1
        if (!enter_or_note(whom)) return;
        wait_line called;
        line_.move_to(called, whom);
        leave(called);
        // The kernel is called only after this thread has left, so that the call keeps no thread out.
        called.call_all();
    }
    // [/wake]

    /// Takes the calling thread out, if it is still in. After this call `self` may end.
    /// @return false if it took itself out: then no wake was spent on it. True if another thread did, for a wake
    /// or for the note that this thread left. Then it blocks until that thread has let it go.
    // [withdraw]
    bool withdraw(waiter& self) noexcept {
        if (self.was_let_go()) return true;
        request whom = request::one(&self);
        if (enter_or_note(whom)) {
            bool const still_there = line_.has(self);
            if (still_there) line_.remove(self);
            wait_line called;
            leave(called);
            called.call_all();
            if (still_there) return false;
        }
        // Another thread has taken this waiter out, or will because of the note. It calls let_go() first and
        // alerts second. An older alert, or one that a lock in call_all() has taken (A7), does no harm, because
        // this loop looks before each sleep.
        while (!self.was_let_go()) wait_for_alert(self.address.read());
        return true;
    }
    // [/withdraw]

    /// Forgets all waiters and the attendant. For the child of a fork(), which has only the calling thread.
    /// Does not block.
    void forget_threads() noexcept {
        // relaxed: no other thread exists that could read it.
        word_.store(0, std::memory_order_relaxed);
        // relaxed: as above.
        note_.store(0, std::memory_order_relaxed);
        line_.forget_all();
    }

    /// Whether a thread waits here. The answer may be old when the caller sees it.
    bool occupied() const noexcept {
        // relaxed: orders nothing.
        return word_.load(std::memory_order_relaxed) != 0;
    }

private:
    /// Becomes the attendant and lines up the arrivals (true), or leaves the request as a note (false).
    /// Clears the request if it is part of a note although this thread has become the attendant.
    // [enter_or_note]
    bool enter_or_note(request& whom) noexcept {
        std::uintptr_t mark = 0;
        // relaxed: a first guess again.
        std::uintptr_t word = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((word & bucket_word::attended) == 0) {
                // acquire: e1, pairs with l1 of the attendant before, and with j1 of the arrivals.
                // relaxed: a failure looks again.
                if (!word_.compare_exchange_weak(word, bucket_word::attended | mark,
                                                 std::memory_order_acquire,
                                                 std::memory_order_relaxed)) // e1
                    continue;
                line_.append_arrivals(bucket_word::newest(word));
                return true;
            }
            if (mark == 0) {
                add_to_note(whom);
                whom = request();
                mark = bucket_word::noted;
            }
            // release: n1, pairs with t0: a thread that clears the mark finds the note. relaxed: a failure
            // looks again.
            if (word_.compare_exchange_weak(word, word | mark, std::memory_order_release,
                                            std::memory_order_relaxed)) // n1
                return false;
        }
    }
    // [/enter_or_note]

    /// Does what is noted, then stops being the attendant. Adds the waiters that the notes are for to `called`.
    // [leave]
    void leave(wait_line& called) noexcept {
        // relaxed: a first guess.
        std::uintptr_t word = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((word & bucket_word::noted) != 0) {
                do_what_is_noted(called);
                // relaxed: a first guess again.
                word = word_.load(std::memory_order_relaxed);
                continue;
            }
            std::uintptr_t const left =
                (word & ~bucket_word::flags) | (line_.empty() ? 0 : bucket_word::lined);
            // release: l1, pairs with e1: the next attendant sees the line as it is now.
            // relaxed: a failure looks again.
            if (word_.compare_exchange_weak(word, left, std::memory_order_release,
                                            std::memory_order_relaxed)) // l1
                return;
        }
    }
    // [/leave]

    /// The order of the three steps matters. The flag comes first, so that a later note sets it again. The
    /// arrivals come last, because a waiter may have joined just before the note that is for it.
    // [do_what_is_noted]
    void do_what_is_noted(wait_line& called) noexcept {
        // acquire: t0, pairs with n1: the note that the mark stood for is there.
        word_.fetch_and(~bucket_word::noted, std::memory_order_acquire); // t0
        // acquire: t2, pairs with n2: the waker's k1 came before the note, and so comes before t1.
        request const whom = request::from_bits(note_.exchange(0, std::memory_order_acquire)); // t2
        // acquire: t1, pairs with j1: takes all arrivals and leaves the flags.
        std::uintptr_t const word =
            word_.fetch_and(bucket_word::flags, std::memory_order_acquire); // t1
        line_.append_arrivals(bucket_word::newest(word));
        line_.move_to(called, whom);
    }
    // [/do_what_is_noted]

    void add_to_note(request whom) noexcept {
        // relaxed: a first guess.
        std::uint64_t note = note_.load(std::memory_order_relaxed);
        // release: n2, pairs with t2. relaxed: a failure looks again.
        while (!note_.compare_exchange_weak(
            note, request::both(request::from_bits(note), whom).bits(), std::memory_order_release,
            std::memory_order_relaxed)) { // n2
        }
    }

    kev::atomic<std::uintptr_t> word_{0, "bucket"};
    kev::atomic<std::uint64_t> note_{0, "note"};
    wait_line line_;
};

} // namespace kev::lab06
