/// @file
/// The kernel's record of a thread, and queues of such records.
#pragma once

#include <cstddef>

namespace kev::lab01::simulation {

/// The side of a thread at a keyed event. Each side looks for a thread of the other side, and queues itself
/// if there is none.
enum class side { waiter, releaser };

constexpr side other(side mine) noexcept {
    return mine == side::waiter ? side::releaser : side::waiter;
}

/// The kernel's record of a thread (NT: ETHREAD). A thread sleeps in one place at a time. So the links of
/// its queue can be a part of the record, which exists as long as the thread: sleeping allocates nothing.
struct thread_record {
    thread_record* previous = nullptr;
    thread_record* next = nullptr;
    void const* key = nullptr; ///< used in a keyed event only
    side role = side::waiter;  ///< used in a keyed event only
};

/// A queue of records of sleeping threads. It does not own them.
class record_queue {
public:
    thread_record* first() const noexcept { return first_; }
    std::size_t size() const noexcept { return size_; }

    void append(thread_record& record) noexcept {
        record.previous = last_;
        record.next = nullptr;
        (last_ != nullptr ? last_->next : first_) = &record;
        last_ = &record;
        ++size_;
    }

    void remove(thread_record& record) noexcept {
        (record.previous != nullptr ? record.previous->next : first_) = record.next;
        (record.next != nullptr ? record.next->previous : last_) = record.previous;
        --size_;
    }

    void prepend(thread_record& record) noexcept {
        record.previous = nullptr;
        record.next = first_;
        (first_ != nullptr ? first_->previous : last_) = &record;
        first_ = &record;
        ++size_;
    }

private:
    thread_record* first_ = nullptr;
    thread_record* last_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace kev::lab01::simulation
