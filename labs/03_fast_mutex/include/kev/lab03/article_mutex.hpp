/// @file
/// The article's mutex with the article's unlock: **it can lose a wake-up**. x86 only.
#pragma once

#include <bit>
#include <cstdint>

#include <kev/lab03/fast_mutex.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// fast_mutex.hpp with the article's unlock(): a plain store of the lowest byte, then a plain read of
/// the whole word, to save the locked instruction.
///
/// It is wrong on three levels, and is kept to show them. In C++ it is undefined: no atomic object may
/// be written through a part of itself. On ARM64 the article's plain store would not even be a release;
/// here it is one, so that only the flaw in question is left. On x86 the load has been seen to return a
/// mixed word: the new byte "free" and three older bytes with no waiter, although a waiter had counted
/// itself in before. (The processors' manuals say that such a load waits until the byte is in the cache.)
/// experiments/byte_store_litmus.cpp counts the missed waiters on the machine at hand; lesson 03
/// explains them.
///
/// All but unlock() is fast_mutex's. The idea: Lockless Inc., "Keyed Events".
class article_mutex : fast_mutex {
public:
    using fast_mutex::fast_mutex;
    using fast_mutex::lock;
    using fast_mutex::state;
    using fast_mutex::try_lock;

    /// Gives the lock up and wakes one waiter, if it sees one. It may miss a waiter that is there.
    // [unlock]
    void unlock() noexcept {
        // release: U1, pairs with L1, L2 and L3 in fast_mutex.hpp; on x86 any plain store is one.
        owned_byte().store(0, std::memory_order_release); // U1
        // relaxed: this is the mistake. Nothing keeps this load behind the store above.
        std::uint32_t const state = word_.load(std::memory_order_relaxed);
        if (bits::may_wake(state)) [[unlikely]]
            wake_one(state);
    }
    // [/unlock]

private:
    // The article has a union of a word and its lowest byte. To use a part of an object as another object is
    // undefined in C++; the compilers of today do what is meant.
    kev::atomic<std::uint8_t>& owned_byte() noexcept {
        return *reinterpret_cast<kev::atomic<std::uint8_t>*>(this);
    }
};

static_assert(std::endian::native == std::endian::little,
              "byte 0 must be the low byte of the word");

} // namespace kev::lab03
