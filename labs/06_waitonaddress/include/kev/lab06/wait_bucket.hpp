/// @file
/// One bucket of the wait table: whoever joins never waits, and of those who take waiters out, one does
/// the work of all.
#pragma once

#include <cstdint>

#include <kev/lab06/wait_line.hpp>
#include <kev/lab06/waiter.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// The word of a bucket: three flags, and in the other bits the address of the newest waiter that has
/// arrived since the bucket was last attended, from which the older ones are linked.
///
/// | flag | who sets it | who clears it |
/// |---|---|---|
/// | `attended` | who finds it clear, and thereby becomes the attendant | the attendant, when it leaves |
/// | `noted` | who has left a note: N1 if `attended` is set, else E1 | the attendant, before it reads the note |
/// | `lined` | the attendant, when it leaves while there are waiters in the line | the next attendant |
///
/// All zero: nobody waits, nobody attends.
namespace bucket_word {

inline constexpr std::uintptr_t attended = 1;
inline constexpr std::uintptr_t noted = 2;
inline constexpr std::uintptr_t lined = 4;
inline constexpr std::uintptr_t flags = attended | noted | lined;
static_assert(alignof(waiter) > flags, "the address of a waiter leaves room for the flags");

inline waiter* newest(std::uintptr_t word) noexcept {
    return reinterpret_cast<waiter*>(word & ~flags);
}

} // namespace bucket_word

/// A bucket: a stack of arrivals that any thread may push on, and a line in the order of arrival that only the
/// *attendant* touches. No thread waits to become attendant. A thread that finds another attendant leaves a note, and the
/// attendant does what the note asks before it leaves.
///
/// This bounds no time. The attendant serves notes for as long as others leave them, and what a note asks for is not done
/// before the attendant runs. All of them may use locks that are strangers to each other: they share the bucket.
class alignas(64) wait_bucket {
public:
    wait_bucket() noexcept = default;
    wait_bucket(wait_bucket const&) = delete;
    wait_bucket& operator=(wait_bucket const&) = delete;

    /// Adds the calling thread. Does not block. When it returns, every later wake finds this waiter, and
    /// what the caller of every earlier wake had written before it is visible.
    void join(waiter& self) noexcept {
        // relaxed: only a first guess; the compare-exchange confirms it.
        std::uintptr_t word = word_.load(std::memory_order_relaxed);
        do {
            self.next.write(bucket_word::newest(word));
            // acq_rel: J1. Its release half pairs with E1 and T1, which then see the waiter's fields; its
            // acquire half pairs with K1: see wake(). relaxed: a failure starts again.
        } while (!word_.compare_exchange_weak(
            word, reinterpret_cast<std::uintptr_t>(&self) | (word & bucket_word::flags),
            std::memory_order_acq_rel, std::memory_order_relaxed)); // J1
    }

    /// Takes out those whom the request is for, and wakes them. If another thread is attendant, that thread does it when
    /// it runs, and this call has returned by then. Never waits for another thread. As the attendant it serves the notes
    /// that others leave meanwhile, and their number has no limit.
    ///
    /// Every wake changes the word, if only by adding nothing, and so does every join. Of two changes one comes
    /// first. If the join, the wake finds the waiter; if the wake, the second look finds the new value.
    void wake(request whom) noexcept {
        // release: K1, pairs with J1. clang makes a full barrier and a load of it on x86-64. As good: there J1 is such
        // a barrier, too, so one of the two threads sees behind its own what the other wrote before.
        if (word_.fetch_add(0, std::memory_order_release) == 0) return; // K1
        if (!enter_or_note(whom)) return;
        wait_line called;
        line_.move_to(called, whom);
        leave(called);
        called.call_all(); // the kernel is called when nobody is kept out by it
    }

    /// Takes the calling thread out, if it is still in. Only then it may end the life of `self`.
    /// @return false if it took itself out: then no wake was spent on it. True if somebody else did, for a
    /// wake or for the note that this thread left. Blocks until the thread that did lets it go, and that thread may have
    /// lost its processor.
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
        // Another thread has taken it out, or will because of the note, and then alerts this thread. The alert
        // that ends this sleep may also be an older one, so look. An alert that a lock within call_all() has
        // lowered (A7) does no harm here: let_go() came before it, and this loop looks before each sleep.
        while (!self.was_let_go()) wait_for_alert(self.address.read());
        return true;
    }

    /// Forgets all waiters and the attendant. For the child of a fork(), in which the calling thread is alone: the others
    /// were not copied. Does not block.
    void forget_threads() noexcept {
        // relaxed: no other thread exists that could read it.
        word_.store(0, std::memory_order_relaxed);
        // relaxed: as above.
        note_.store(0, std::memory_order_relaxed);
        line_.forget_all();
    }

    /// Whether anybody waits here: a look from outside, old when the caller sees it.
    bool occupied() const noexcept {
        // relaxed: orders nothing.
        return word_.load(std::memory_order_relaxed) != 0;
    }

private:
    /// Becomes the attendant and lines up the arrivals (true), or leaves the request as a note (false).
    /// The request is cleared if it has become part of a note although this thread is the attendant now.
    bool enter_or_note(request& whom) noexcept {
        std::uintptr_t mark = 0;
        // relaxed: a first guess again.
        std::uintptr_t word = word_.load(std::memory_order_relaxed);
        for (;;) {
            if ((word & bucket_word::attended) == 0) {
                // acquire: E1, pairs with L1 of the attendant before, and with J1 of the arrivals.
                // relaxed: a failure looks again.
                if (!word_.compare_exchange_weak(word, bucket_word::attended | mark,
                                                 std::memory_order_acquire,
                                                 std::memory_order_relaxed)) // E1
                    continue;
                line_.append_arrivals(bucket_word::newest(word));
                return true;
            }
            if (mark == 0) {
                add_to_note(whom);
                whom = request();
                mark = bucket_word::noted;
            }
            // release: N1, pairs with T0: who clears the mark finds the note. relaxed: a failure looks
            // again.
            if (word_.compare_exchange_weak(word, word | mark, std::memory_order_release,
                                            std::memory_order_relaxed)) // N1
                return false;
        }
    }

    /// Ends being the attendant, when all notes are done. Those whom they were for join `called`.
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
            // release: L1, pairs with E1: the next attendant sees the line as it is now.
            // relaxed: a failure looks again.
            if (word_.compare_exchange_weak(word, left, std::memory_order_release,
                                            std::memory_order_relaxed)) // L1
                return;
        }
    }

    /// The order of the three steps matters. The flag first: a note that comes later sets it again. The
    /// arrivals last: of the waiters that a note is for, the youngest may have come just before it.
    void do_what_is_noted(wait_line& called) noexcept {
        // acquire: T0, pairs with N1: the note that the mark stood for is there.
        word_.fetch_and(~bucket_word::noted, std::memory_order_acquire); // T0
        // acquire: T2, pairs with N2: what came before the note, K1 among it, comes before T1.
        request const whom = request::from_bits(note_.exchange(0, std::memory_order_acquire)); // T2
        // acquire: T1, pairs with J1: takes all arrivals, leaves the flags.
        std::uintptr_t const word =
            word_.fetch_and(bucket_word::flags, std::memory_order_acquire); // T1
        line_.append_arrivals(bucket_word::newest(word));
        line_.move_to(called, whom);
    }

    void add_to_note(request whom) noexcept {
        // relaxed: a first guess.
        std::uint64_t note = note_.load(std::memory_order_relaxed);
        // release: N2, pairs with T2. relaxed: a failure looks again.
        while (!note_.compare_exchange_weak(
            note, request::both(request::from_bits(note), whom).bits(), std::memory_order_release,
            std::memory_order_relaxed)) { // N2
        }
    }

    kev::atomic<std::uintptr_t> word_{0, "bucket"};
    kev::atomic<std::uint64_t> note_{0, "note"};
    wait_line line_;
};

} // namespace kev::lab06
