/// @file
/// The word of srw_lock taken apart, and its queue.
#pragma once

#include <cstdint>

#include <kev/world.hpp>

namespace kev::lab07 {

/// The wait block of a thread in the queue of an srw_lock. It lies on the stack of the waiting thread, and its address
/// is the key on which the thread sleeps. Only the thread that holds the guard of the lock accesses it. The alignment
/// leaves the low bits of the address free for the flags of the word.
struct alignas(32) srw_block {
    explicit srw_block(bool wants_all) noexcept : exclusive(wants_all) {}
    srw_block(srw_block const&) = delete;
    srw_block& operator=(srw_block const&) = delete;

    kev::shared<srw_block*> next{nullptr};
    kev::shared<bool> exclusive;

    // Used in the first block of a queue only: what has no room in the word.
    kev::shared<srw_block*> last{nullptr};
    kev::shared<std::uintptr_t> readers{0};
};

/// | bits | name | changed by |
/// |---|---|---|
/// | 0 | `owned` | the thread that locks; the last owner, in unlock |
/// | 1 | `shared`: the owners are readers | the first reader and the last one, together with `owned` |
/// | 2 | `queued`: the other bits are the address of the first block of the queue | the thread that holds `guard` |
/// | 3 | `waking`: a thread was taken out of the queue and has not tried yet | the thread that holds `guard` |
/// | 4 | `guard`: a thread is changing the queue | the thread that takes the guard and gives it back |
/// | others | address of the first block; without `queued`, the number of readers | the thread that holds `guard`; readers, if neither `queued` nor `guard` is set |
namespace srw_word {

inline constexpr std::uintptr_t owned = 1;
inline constexpr std::uintptr_t shared = 2;
inline constexpr std::uintptr_t queued = 4;
inline constexpr std::uintptr_t waking = 8;
inline constexpr std::uintptr_t guard = 16;
inline constexpr std::uintptr_t one_reader = 32;
static_assert(alignof(srw_block) >= one_reader, "the address of a block leaves room for the flags");

/// The word holds the number of readers, so a reader may come or go without the guard.
constexpr bool counts_readers(std::uintptr_t word) noexcept {
    return (word & (queued | guard)) == 0;
}

/// One more reader may get in, as far as the owners are concerned.
constexpr bool is_open(std::uintptr_t word) noexcept {
    return (word & owned) == 0 || (word & shared) != 0;
}

constexpr std::uintptr_t with_a_reader(std::uintptr_t word) noexcept {
    return (word | owned | shared) + one_reader;
}

/// The last reader clears the ownership.
constexpr std::uintptr_t without_a_reader(std::uintptr_t word) noexcept {
    std::uintptr_t const left = word - one_reader;
    return left < one_reader ? left & ~(owned | shared) : left;
}

} // namespace srw_word

/// The word as plain variables, for the thread that holds the guard (srw_guard.hpp).
class srw_view {
public:
    /// @param word  the word after the guard was taken.
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

    /// The number that must be added to the word so that it holds these variables, without `guard`. An addition keeps
    /// the `owned` bit that a writer may set meanwhile. A variable that has no room in the word goes into the first block.
    std::uintptr_t change() const noexcept {
        std::uintptr_t after = owned ? srw_word::owned : 0;
        if (shared) after |= srw_word::shared;
        if (waking) after |= srw_word::waking;
        if (first_ == nullptr) return after + readers * srw_word::one_reader - before_;
        first_->readers.write(readers);
        return after + srw_word::queued + reinterpret_cast<std::uintptr_t>(first_) - before_;
    }

    /// The word has `owned` set now: this thread or another one has set it.
    void note_owned() noexcept {
        owned = true;
        before_ |= srw_word::owned;
    }

    bool writer_is_first() const noexcept { return first_ != nullptr && first_->exclusive.read(); }

    /// The first thread of the queue could have the lock, and no thread has been woken for it.
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

    /// Takes the first block out. The queue must not be empty.
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
