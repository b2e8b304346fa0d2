/// @file
/// A queue of waiting threads: a block on each thread's stack, linked into a list.
#pragma once

#include <kev/world.hpp>

namespace kev::lab04 {

/// A thread's place in a queue. The block lies on the stack of the waiting thread, so waiting allocates
/// nothing. Its address is the key on which the thread sleeps. So a waker can wake exactly this thread,
/// and the block can move to another queue while the thread sleeps.
///
/// The links belong to the queue and change only under the guard of that queue.
struct wait_block {
    wait_block() noexcept = default;
    wait_block(wait_block const&) = delete;
    wait_block& operator=(wait_block const&) = delete;

    kev::shared<wait_block*> previous{nullptr};
    kev::shared<wait_block*> next{nullptr};
};

static_assert(alignof(wait_block) >= 4, "a key's two low bits are zero");

/// Blocks in the order in which their threads will be woken. It owns no block and has no guard.
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

    /// Moves all blocks of another queue behind its own, in the same order. The number of steps does not
    /// depend on the number of blocks.
    // [append]
    void append(wait_queue& others) noexcept {
        if (others.empty()) return;
        join(last_.read(), others.first_.read());
        last_.write(others.last_.read());
        others.first_.write(nullptr);
        others.last_.write(nullptr);
    }
    // [/append]

private:
    /// Links `first` behind `before`, the last block so far; without one, `first` begins the queue.
    void join(wait_block* before, wait_block* first) noexcept {
        first->previous.write(before);
        (before != nullptr ? before->next : first_).write(first);
    }

    kev::shared<wait_block*> first_{nullptr};
    kev::shared<wait_block*> last_{nullptr};
};

} // namespace kev::lab04
