/// @file
/// Threads in a line: a block for each on its own stack, linked into a queue.
#pragma once

#include <kev/world.hpp>

namespace kev::lab04 {

/// What stands in a queue for a thread. It lies on that thread's stack for as long as the thread
/// waits, so waiting allocates nothing. Its address is the key on which the thread sleeps: so it can
/// be woken, and moved from one queue to another, without the others noticing.
///
/// The links belong to the queue and are changed only under what guards that queue.
struct wait_block {
    wait_block() noexcept = default;
    wait_block(wait_block const&) = delete;
    wait_block& operator=(wait_block const&) = delete;

    kev::shared<wait_block*> previous{nullptr};
    kev::shared<wait_block*> next{nullptr};
};

static_assert(alignof(wait_block) >= 4, "a key's two low bits are zero");

/// Blocks in the order in which they are to be woken. It owns none of them and guards nothing.
class wait_queue {
public:
    wait_queue() noexcept = default;
    wait_queue(wait_queue const&) = delete;
    wait_queue& operator=(wait_queue const&) = delete;

    bool empty() const noexcept { return first_.read() == nullptr; }

    /// The first block. The queue is not empty.
    wait_block& front() const noexcept { return *first_.read(); }

    void push_back(wait_block& block) noexcept {
        block.next.write(nullptr);
        join(last_.read(), &block);
        last_.write(&block);
    }

    void push_front(wait_block& block) noexcept {
        wait_block* const second = first_.read();
        block.previous.write(nullptr);
        block.next.write(second);
        first_.write(&block);
        (second != nullptr ? second->previous : last_).write(&block);
    }

    /// Takes the first block out. The queue is not empty.
    wait_block& pop_front() noexcept {
        wait_block& first = front();
        remove(first);
        return first;
    }

    /// Takes a block out, wherever in this queue it is.
    void remove(wait_block& block) noexcept {
        wait_block* const before = block.previous.read();
        wait_block* const after = block.next.read();
        (before != nullptr ? before->next : first_).write(after);
        (after != nullptr ? after->previous : last_).write(before);
    }

    /// Takes over all blocks of another queue, behind its own, in the same order. However many they
    /// are, it takes the same few steps.
    void append(wait_queue& others) noexcept {
        if (others.empty()) return;
        join(last_.read(), others.first_.read());
        last_.write(others.last_.read());
        others.first_.write(nullptr);
        others.last_.write(nullptr);
    }

private:
    /// `first` comes behind `before`, the last so far, or is the first of all.
    void join(wait_block* before, wait_block* first) noexcept {
        first->previous.write(before);
        (before != nullptr ? before->next : first_).write(first);
    }

    kev::shared<wait_block*> first_{nullptr};
    kev::shared<wait_block*> last_{nullptr};
};

} // namespace kev::lab04
