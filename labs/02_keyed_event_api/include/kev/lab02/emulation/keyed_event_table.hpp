/// @file
/// A keyed event off Windows: a hash table of queues in which waiters and releasers meet.
///
/// Windows XP had one bucket, a single list for every key. Vista has many. Sources of the idea: Joe
/// Duffy's account of both (2006); ReactOS for the two queues, waiters and releasers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <kev/lab02/emulation/guard.hpp>
#include <kev/lab02/emulation/sleeping_word.hpp>
#include <kev/lab02/keyed_event.hpp>

namespace kev::lab02::emulation {

/// The side of a thread in a meeting. Each side looks for a partner of the other side, and queues if there is none.
enum class side { waiter, releaser };

/// The record that a thread puts into a queue. It lies on that thread's stack for as long as the call lasts, so waiting
/// allocates nothing and touches no thread_local. In NT the record is a part of the thread object (ETHREAD).
struct thread_record {
    thread_record* previous = nullptr;
    thread_record* next = nullptr;
    void const* key = nullptr;
    bool queued = false;
    sleeping_word word;
};

/// Records in the order in which they came. The caller holds the lock of the bucket.
class record_queue {
public:
    /// Removes and returns the first record with this key, or null.
    thread_record* take_first(void const* key) noexcept;
    void append(thread_record& record) noexcept;
    void remove(thread_record& record) noexcept;
    bool empty() const noexcept { return first_ == nullptr; }

private:
    thread_record* first_ = nullptr;
    thread_record* last_ = nullptr;
};

/// How a table finds the bucket of a key.
enum class bucket_choice {
    spread, ///< a product of the whole key: keys at equal distances spread, too
    as_windows ///< (key >> 5) modulo the number of buckets, as Windows 8.1 to 11 are said to do with 64
};

class keyed_event_table {
public:
    /// The default keeps the queues short for thousands of parked threads; 256 KB.
    static constexpr std::size_t default_buckets = 4096;

    /// @param buckets  rounded up to a power of two.
    /// @param choice   how the bucket of a key is found.
    explicit keyed_event_table(std::size_t buckets = default_buckets,
                               bucket_choice choice = bucket_choice::spread);

    /// Meets one thread of the other side at `key`: the first that has come, else the next that comes. Blocks until
    /// then, or until `limit`. The call is no cancellation point: after pthread_cancel() the thread still waits, and
    /// ends at its next cancellation point after the meeting. It must not be canceled asynchronously, because its
    /// record would stay in the queue.
    outcome meet(side mine, void const* key, deadline limit);

    /// The first half of meet(), which never blocks. Meets a partner that is there already and returns true, or
    /// queues `self` and returns false. The record stays queued until a partner takes it.
    bool arrive(side mine, void const* key, thread_record& self);

    /// Empties all queues and frees all guards. For the child of a fork(), which has only the calling thread: the
    /// threads in the queues were not copied. Does not block.
    void forget_threads() noexcept;

    /// Makes a time-out lose the meeting that a releaser has just made, as ReactOS does and Windows XP is
    /// said to do: the releaser goes on, and the waiter reports a time-out. For lab 05.
    void swallow_releases(bool on) noexcept {
        // relaxed: the switch is set before the threads begin, and guards no data.
        swallow_releases_.store(on, std::memory_order_relaxed);
    }

    /// How often a waiter's time-out came too late: a releaser had taken its record already. A test of
    /// that case has shown nothing if the count is 0.
    std::uint64_t collisions() const noexcept {
        // relaxed: it is a count, and no decision depends on it.
        return collisions_.load(std::memory_order_relaxed);
    }

    std::size_t buckets() const noexcept { return std::size_t{1} << bits_; }

private:
    // Each bucket has a cache line of its own, because neighbors in the table have nothing to do with each other.
    struct alignas(64) bucket {
        record_queue& queue(side whose) noexcept {
            return whose == side::waiter ? waiters : releasers;
        }

        guard held_by;
        record_queue waiters;
        record_queue releasers;
    };
    static_assert(sizeof(bucket) == 64, "a bucket is one cache line");

    friend union never_destroyed; // the default table
    /// The default table's buckets. A system provides the pages of static memory when they are used.
    static bucket static_buckets_[default_buckets];
    explicit constexpr keyed_event_table(bucket (&buckets)[default_buckets]) noexcept;

    bucket& bucket_of(void const* key) noexcept;
    bool meet_or_queue(bucket& place, side mine, void const* key, thread_record* self);
    outcome withdraw(side mine, thread_record& self);

    int bits_;
    bucket_choice choice_;
    std::unique_ptr<bucket[]> own_buckets_; // or null: the default table's are static
    bucket* buckets_;
    std::atomic<bool> swallow_releases_{false};
    std::atomic<std::uint64_t> collisions_{0};
};

/// The object behind the NULL handle and `\KernelObjects\CritSecOutOfMemoryEvent`. It is never destroyed,
/// because threads may wait in it while the program ends. It allocates nothing, so a lock that first sleeps when memory has
/// run out needs none.
keyed_event_table& default_table();

} // namespace kev::lab02::emulation
