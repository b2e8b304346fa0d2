/// @file
/// The wait table of an address, read from top to bottom: the wait block of a thread, the request that says which
/// waiters to wake, the line of waiters, the word of a bucket, the bucket, and the table of all buckets.
///
/// Joining a bucket never waits. One thread at a time takes waiters out, and it also does what other threads want done
/// meanwhile.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <kev/lab06/thread_alert.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

class wait_line;

/// The wait block of one thread. It lies on that thread's own stack, so joining allocates nothing. Therefore
/// the thread must not return while another thread may still read the block.
///
/// | the block may be touched by | when |
/// |---|---|
/// | its own thread | until it has joined a bucket |
/// | the bucket's attendant | from then on, while it is in the bucket |
/// | the thread that took it out | from then on, until it calls let_go() |
/// | its own thread, again | once it has seen let_go() |
struct alignas(8) waiter {
    waiter(void const* watched, nt::HANDLE sleeper) noexcept {
        address.write(watched);
        thread.write(sleeper);
    }
    /// Natively two wasted stores. In the model they show a use after the end: a thread that still reads this
    /// block is in a data race with them.
    ~waiter() {
        address.write(nullptr);
        next.write(nullptr);
    }
    waiter(waiter const&) = delete;
    waiter& operator=(waiter const&) = delete;

    /// The last access of the thread that has taken it out. From here on the block may be gone.
    void let_go() noexcept {
        // acq_rel: w1, pairs with w2: all reads of this block come before its end. It is an exchange, because
        // of two read-modify-writes the later one reads the earlier one. C++ would let w2 read the value before a
        // plain store, and the waiter would sleep forever. The acquire keeps the exchange: without it a compiler
        // may make a store of an exchange whose result is not used.
        gone.exchange(1, std::memory_order_acq_rel); // w1
    }

    /// Its own thread asks: was this block taken out, and is no other thread reading it any more?
    bool was_let_go() noexcept {
        // w2, pairs with w1. An alert is not known to order memory. So after it a plain load may still find 0,
        // and the thread would sleep again, forever. A read-modify-write cannot do that: it comes after w1 and
        // reads 1, or w1 reads what it has left.
        return kev::read_newest(gone) != 0; // w2
    }

    kev::shared<void const*> address;
    kev::shared<nt::HANDLE> thread;
    kev::shared<waiter*> next; ///< among arrivals: the older neighbor; in a line: the younger one
    kev::shared<waiter*> previous;      ///< in a line: the older neighbor
    kev::shared<wait_line const*> line; ///< the line that it is in
    kev::atomic<std::uint32_t> gone{0, "gone"};
};

/// Says which waiters to take out of a bucket. It is one word, so that it can be left as a note.
class request {
public:
    constexpr request() noexcept = default; ///< for no waiter
    /// The longest waiter of this address. The address of a wait block stands for that one waiter, because
    /// no thread waits on the address of a wait block.
    static request one(void const* address) noexcept { return request(address, 0); }
    /// All waiters of this address.
    static request all(void const* address) noexcept { return request(address, 1); }
    static constexpr request everybody() noexcept { return request(1); }
    static constexpr request from_bits(std::uint64_t bits) noexcept { return request(bits); }

    constexpr std::uint64_t bits() const noexcept { return bits_; }
    constexpr bool is_for_nobody() const noexcept { return bits_ == 0; }
    constexpr bool is_for_one() const noexcept { return (bits_ & 1) == 0; }

    bool is_for(waiter const& who) const noexcept {
        return bits_ == everybody().bits_ ||
               key(who.address.read()) == (bits_ & ~std::uint64_t{1}) ||
               key(&who) == (bits_ & ~std::uint64_t{1});
    }

    /// Both requests in one, and wider than both if necessary. It may wake more threads than were asked for,
    /// but never fewer.
    static constexpr request both(request a, request b) noexcept {
        if (a.is_for_nobody()) return b;
        if (b.is_for_nobody()) return a;
        return (a.bits_ >> 1) == (b.bits_ >> 1) ? request(a.bits_ | 1) : everybody();
    }

private:
    constexpr explicit request(std::uint64_t bits) noexcept : bits_(bits) {}
    request(void const* address, unsigned all) noexcept : bits_(key(address) | all) {}

    // No address of user space has its highest bit set, and null is refused. So the values 0 and 1 are free.
    static std::uint64_t key(void const* address) noexcept {
        return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address)) << 1;
    }

    std::uint64_t bits_ = 0;
};

/// A doubly linked list through the wait blocks themselves. It does not lock: only the bucket's attendant uses it.
class wait_line {
public:
    bool empty() const noexcept { return first_.read() == nullptr; }

    bool has(waiter const& who) const noexcept { return who.line.read() == this; }

    void append(waiter& who) noexcept {
        waiter* const last = last_.read();
        who.previous.write(last);
        who.next.write(nullptr);
        who.line.write(this);
        (last != nullptr ? last->next : first_).write(&who);
        last_.write(&who);
    }

    void remove(waiter& who) noexcept {
        waiter* const before = who.previous.read();
        waiter* const after = who.next.read();
        (before != nullptr ? before->next : first_).write(after);
        (after != nullptr ? after->previous : last_).write(before);
        who.line.write(nullptr);
    }

    /// Appends a chain of arrivals. The chain is linked from the newest to the oldest, so it is reversed.
    void append_arrivals(waiter* newest) noexcept {
        waiter* oldest = nullptr;
        while (newest != nullptr) {
            waiter* const before = newest->next.read();
            newest->next.write(oldest);
            oldest = newest;
            newest = before;
        }
        while (oldest != nullptr) {
            waiter* const after = oldest->next.read();
            append(*oldest);
            oldest = after;
        }
    }

    /// Moves the waiters that the request is for to the end of another line, in the order of this line.
    void move_to(wait_line& called, request whom) noexcept {
        waiter* who = whom.is_for_nobody() ? nullptr : first_.read();
        while (who != nullptr) {
            waiter* const after = who->next.read();
            if (whom.is_for(*who)) {
                remove(*who);
                called.append(*who);
                if (whom.is_for_one()) return;
            }
            who = after;
        }
    }

    /// Becomes empty, and touches no waiter.
    void forget_all() noexcept {
        first_.write(nullptr);
        last_.write(nullptr);
    }

    /// Lets all waiters go and alerts them. A block may be gone after let_go(), so it is not read any more.
    void call_all() noexcept {
        waiter* who = first_.read();
        while (who != nullptr) {
            waiter* const after = who->next.read();
            nt::HANDLE const thread = who->thread.read();
            who->let_go();
            alert(thread);
            who = after;
        }
    }

private:
    kev::shared<waiter*> first_;
    kev::shared<waiter*> last_;
};

/// The word of a bucket: three flags, and in the other bits the address of the newest arrival. Older
/// arrivals are linked from it. An arrival is a waiter that has joined since the last attendant entered.
///
/// | flag | set by | cleared by |
/// |---|---|---|
/// | `attended` | a thread that finds it clear: this thread is the attendant now | the attendant, when it leaves |
/// | `noted` | a thread that has left a note: n1 if `attended` is set, else e1 | the attendant, before it reads the note |
/// | `lined` | the attendant, when it leaves waiters in the line | the next attendant |
///
/// All zero: no thread waits and no thread attends.
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
        // relaxed: no other thread exists that could read it.
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

/// A hash table of waiters. Two addresses in one bucket share its line and its attendant and nothing else. A
/// wake for one address never takes out a waiter of the other, unless two notes had to be merged.
class wait_table {
public:
    /// @param buckets  their number is a power of two, at least one. They must outlive the table.
    constexpr explicit wait_table(std::span<wait_bucket> buckets) noexcept
        : buckets_(buckets.data()), bits_(std::countr_zero(buckets.size())) {}

    /// The bucket of the threads that wait on this address.
    wait_bucket& bucket_of(void const* address) const noexcept {
        // Fibonacci hashing, as in lab 02: the high bits of the product depend on all of the address.
        auto const product = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address)) *
                             std::uint64_t{0x9E37'79B9'7F4A'7C15};
        return buckets_[bits_ == 0 ? 0 : product >> (64 - bits_)];
    }

    /// For the child of a fork(): see wait_bucket::forget_threads(). Does not block.
    void forget_threads() const noexcept {
        for (wait_bucket& each : std::span(buckets_, std::size_t{1} << bits_))
            each.forget_threads();
    }

private:
    wait_bucket* buckets_;
    int bits_;
};

/// The table of this process. It is constant-initialized and never destroyed, so a lock works before main() and
/// after it. Only one module may have this code linked in. A program and a DLL that both have it have two
/// tables, and a wake in one does not find the waiters of the other. In the model every run has a table of its
/// own (model/run_table.hpp).
wait_table const& process_table() noexcept;

} // namespace kev::lab06
