/// @file
/// The word of srw_lock taken apart, and its queue.
#pragma once

#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab07 {

/// What stands in the queue of an srw_lock for a thread. It lies on that thread's stack while the thread
/// waits, and its address is the key on which it sleeps. Belongs to whoever has the guard of the lock.
/// (alignas: the address leaves room for the flags of the word.)
struct alignas(32) srw_block {
    explicit srw_block(bool wants_all) noexcept : exclusive(wants_all) {}
    srw_block(srw_block const&) = delete;
    srw_block& operator=(srw_block const&) = delete;

    kev::shared<srw_block*> next{nullptr};
    kev::shared<bool> exclusive;

    // Only the first block of a queue speaks for all of it: it holds what has no room in the word.
    kev::shared<srw_block*> last{nullptr};
    kev::shared<std::uintptr_t> readers{0};
};

/// | bits | name | who changes it |
/// |---|---|---|
/// | 0 | `owned` | the thread that locks; the last owner, in unlock |
/// | 1 | `shared`: the owners are readers | with `owned`: the first reader and the last |
/// | 2 | `queued`: the other bits are the address of the first in the queue | who has `guard` |
/// | 3 | `waking`: one was taken out of the queue and has not tried yet | who has `guard` |
/// | 4 | `guard`: a thread is changing the queue | that thread |
/// | others | address of the first block; without `queued`, the number of readers | who has `guard`; readers, if neither `queued` nor `guard` is set |
namespace srw_word {

inline constexpr std::uintptr_t owned = 1;
inline constexpr std::uintptr_t shared = 2;
inline constexpr std::uintptr_t queued = 4;
inline constexpr std::uintptr_t waking = 8;
inline constexpr std::uintptr_t guard = 16;
inline constexpr std::uintptr_t one_reader = 32;
static_assert(alignof(srw_block) >= one_reader, "the address of a block leaves room for the flags");

/// A reader may come or go without the guard: the word itself holds their number.
constexpr bool counts_readers(std::uintptr_t word) noexcept {
    return (word & (queued | guard)) == 0;
}

/// The readers let one more in.
constexpr bool is_open(std::uintptr_t word) noexcept {
    return (word & owned) == 0 || (word & shared) != 0;
}

constexpr std::uintptr_t with_a_reader(std::uintptr_t word) noexcept {
    return (word | owned | shared) + one_reader;
}

/// The last reader takes the ownership with it.
constexpr std::uintptr_t without_a_reader(std::uintptr_t word) noexcept {
    std::uintptr_t const left = word - one_reader;
    return left < one_reader ? left & ~(owned | shared) : left;
}

} // namespace srw_word

/// The word as plain variables, for the thread that has the guard (srw_guard.hpp).
class srw_view {
public:
    /// @param word  as it is since the guard was taken.
    explicit srw_view(std::uintptr_t word) noexcept
        : owned((word & srw_word::owned) != 0), shared((word & srw_word::shared) != 0),
          waking((word & srw_word::waking) != 0), before_(word) {
        if ((word & srw_word::queued) != 0) {
            first_ = reinterpret_cast<srw_block*>(word & ~(srw_word::one_reader - 1));
            readers = first_->readers.read();
        } else {
            readers = word / srw_word::one_reader;
        }
    }

    /// What has to be added to the word so that it says all this, without `guard`. (An addition leaves
    /// alone what a writer has done to it meanwhile.) What has no room there goes into the first block.
    std::uintptr_t change() const noexcept {
        std::uintptr_t after = owned ? srw_word::owned : 0;
        if (shared) after |= srw_word::shared;
        if (waking) after |= srw_word::waking;
        if (first_ == nullptr) return after + readers * srw_word::one_reader - before_;
        first_->readers.write(readers);
        return after + srw_word::queued + reinterpret_cast<std::uintptr_t>(first_) - before_;
    }

    /// The word has `owned` set now, whoever did it.
    void note_owned() noexcept {
        owned = true;
        before_ |= srw_word::owned;
    }

    bool writer_is_first() const noexcept { return first_ != nullptr && first_->exclusive.read(); }

    /// The first in the queue could have the lock, and nobody is on the way to it.
    bool should_wake() const noexcept {
        if (first_ == nullptr || waking) return false;
        return !owned || (shared && !first_->exclusive.read());
    }

    void push_back(srw_block& block) noexcept {
        if (first_ == nullptr) return push_front(block);
        block.next.write(nullptr);
        first_->last.read()->next.write(&block);
        first_->last.write(&block);
    }

    void push_front(srw_block& block) noexcept {
        block.next.write(first_);
        block.last.write(first_ != nullptr ? first_->last.read() : &block);
        first_ = &block;
    }

    /// The queue is not empty.
    srw_block& pop_front() noexcept {
        srw_block& front = *first_;
        first_ = front.next.read();
        if (first_ != nullptr) first_->last.write(front.last.read());
        return front;
    }

    bool owned;
    bool shared;
    bool waking;
    std::uintptr_t readers = 0;

private:
    std::uintptr_t before_;
    srw_block* first_ = nullptr;
};

} // namespace kev::lab07
