#include <kev/lab02/emulation/keyed_event_table.hpp>

#include <bit>
#include <mutex>
#include <span>

namespace kev::lab02::emulation {

namespace {

// How often a releaser looks at its own word before it offers its processor to others. Its waiter has announced itself,
// and on another processor that waiter comes within some hundred nanoseconds.
constexpr int looks_before_the_yield = 20;

constexpr side other(side mine) noexcept {
    return mine == side::waiter ? side::releaser : side::waiter;
}

} // namespace

thread_record* record_queue::take_first(void const* key) noexcept {
    thread_record* record = first_;
    while (record != nullptr && record->key != key) record = record->next;
    if (record != nullptr) remove(*record);
    return record;
}

void record_queue::append(thread_record& record) noexcept {
    record.previous = last_;
    record.next = nullptr;
    record.queued = true;
    (last_ != nullptr ? last_->next : first_) = &record;
    last_ = &record;
}

void record_queue::remove(thread_record& record) noexcept {
    (record.previous != nullptr ? record.previous->next : first_) = record.next;
    (record.next != nullptr ? record.next->previous : last_) = record.previous;
    record.queued = false;
}

keyed_event_table::keyed_event_table(std::size_t buckets, bucket_choice choice)
    : bits_(static_cast<int>(std::bit_width(buckets > 0 ? buckets - 1 : 0))), choice_(choice),
      own_buckets_(std::make_unique<bucket[]>(this->buckets())), buckets_(own_buckets_.get()) {}

keyed_event_table::bucket& keyed_event_table::bucket_of(void const* key) noexcept {
    if (choice_ == bucket_choice::as_windows)
        return buckets_[reinterpret_cast<std::uintptr_t>(key) >> 5 & (buckets() - 1)];
    // Fibonacci hashing: the high bits of the product depend on all bits of the address, so neither
    // locks in an array nor locks at equal offsets of many pages fall into one bucket.
    auto const product =
        reinterpret_cast<std::uintptr_t>(key) * std::uint64_t{0x9E37'79B9'7F4A'7C15};
    return buckets_[bits_ == 0 ? 0 : static_cast<std::size_t>(product >> (64 - bits_))];
}

outcome keyed_event_table::meet(side mine, void const* key, deadline limit) {
    bool const wants_to_wait = limit.when != deadline::kind::now;
    thread_record self;
    if (meet_or_queue(bucket_of(key), mine, key, wants_to_wait ? &self : nullptr))
        return outcome::met;
    if (!wants_to_wait) return outcome::timed_out;
    // A releaser that finds no waiter is early: a lock releases only threads that have announced themselves, so the
    // waiter runs or is about to. On another processor it comes at once. On this processor it comes only if this thread
    // gives the processor up. Both save a sleep and a wake-up (docs/adr/0003).
    if (mine == side::releaser) {
        if (self.word.was_woken_within(looks_before_the_yield)) return outcome::met;
        kev::yield();
    }
    return self.word.sleep(limit) ? outcome::met : withdraw(mine, self);
}

bool keyed_event_table::arrive(side mine, void const* key, thread_record& self) {
    return meet_or_queue(bucket_of(key), mine, key, &self);
}

// Wakes the first thread in the queue of the other side and returns true. If there is none, appends
// `self` (unless it is null) to the queue of its own side and returns false. Does not sleep.
// [meet]
bool keyed_event_table::meet_or_queue(bucket& place, side mine, void const* key,
                                      thread_record* self) {
    std::unique_lock lock(place.held_by);
    if (thread_record* partner = place.queue(other(mine)).take_first(key)) {
        lock.unlock(); // a wake-up may call the kernel, so it is made without the lock
        partner->word.wake();
        return true;
    }
    if (self != nullptr) {
        self->key = key;
        self->word.prepare();
        place.queue(mine).append(*self);
    }
    return false;
}
// [/meet]

void keyed_event_table::forget_threads() noexcept {
    for (bucket& place : std::span(buckets_, buckets())) {
        // An empty bucket is only read, because a page that the child writes to is copied.
        if (!place.held_by.is_locked() && place.waiters.empty() && place.releasers.empty())
            continue;
        place.held_by.make_anew();
        place.waiters = {};
        place.releasers = {};
    }
}

// Called when the time is up: leaves the queue, unless a partner was faster.
outcome keyed_event_table::withdraw(side mine, thread_record& self) {
    bucket& place = bucket_of(self.key);
    {
        std::lock_guard const lock(place.held_by);
        if (self.queued) {
            place.queue(mine).remove(self);
            return outcome::timed_out;
        }
    }
    // A partner took this record out of the queue first. For that partner the meeting has happened, so it
    // must have happened here, too, whatever the clock says. The wake-up is on its way.
    self.word.sleep({});
    if (mine == side::releaser) return outcome::met;
    // relaxed: it is a count, and no decision depends on it.
    collisions_.fetch_add(1, std::memory_order_relaxed);
    // relaxed: the switch is set before the threads begin.
    bool const swallowed = swallow_releases_.load(std::memory_order_relaxed);
    return swallowed ? outcome::timed_out : outcome::met;
}

} // namespace kev::lab02::emulation
