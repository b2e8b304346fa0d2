/// @file
/// A thread that waits on an address, as the others see it; and whom a wake is meant for.
#pragma once

#include <cstdint>

#include <kev/lab06/nt_alert.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

class wait_line;

/// One waiting thread. It lies on that thread's own stack, so joining allocates nothing; and therefore
/// the thread may not return while anybody else could still look at it.
///
/// | who may touch it | when |
/// |---|---|
/// | its thread | until it has joined a bucket |
/// | the bucket's attendant (wait_bucket.hpp) | from then on, while it is in the bucket |
/// | the one thread that took it out | from then on, until it calls let_go() |
/// | its thread, again | once it has seen let_go() |
struct alignas(8) waiter {
    waiter(void const* watched, nt::HANDLE sleeper) noexcept {
        address.write(watched);
        thread.write(sleeper);
    }
    /// Natively a wasted store. In the model it is what shows a use after the end: whoever still reads
    /// this waiter now, or later, is in a data race with it.
    ~waiter() {
        address.write(nullptr);
        next.write(nullptr);
    }
    waiter(waiter const&) = delete;
    waiter& operator=(waiter const&) = delete;

    /// The last access of the one who has taken it out: from here on the waiter may be gone.
    void let_go() noexcept {
        // acq_rel: W1, pairs with W2: all reads of this waiter come before its end. An exchange, because of two
        // read-modify-writes one reads the other: C++ would let W2 read the value before a plain store, and the waiter
        // would sleep for ever. The acquire keeps it an exchange: without it a compiler may make a store of one whose
        // result nobody uses.
        gone.exchange(1, std::memory_order_acq_rel); // W1
    }

    /// Its own thread: whether it was taken out, and nobody looks at it any more.
    bool was_let_go() noexcept {
        // W2, pairs with W1. An alert is not known to order memory, so after it a plain load may still find 0,
        // and the thread would sleep again, for ever. This one is a read-modify-write and cannot: it comes behind W1
        // and reads 1, or W1 reads what it has left.
        return kev::read_newest(gone) != 0; // W2
    }

    kev::shared<void const*> address;
    kev::shared<nt::HANDLE> thread;
    kev::shared<waiter*> next; ///< in a line: the one that came after; before that, the one before
    kev::shared<waiter*> previous;      ///< in a line: the one that came before
    kev::shared<wait_line const*> line; ///< the one that it is in
    kev::atomic<std::uint32_t> gone{0, "gone"};
};

/// Whom to take out of a bucket. One word, so that it can be left as a note.
class request {
public:
    constexpr request() noexcept = default; ///< nobody
    /// The waiter of this address that came first. A waiter's own address stands for that waiter: no
    /// other thread waits on a variable of its stack that nobody else knows.
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

    /// Both in one: wider than the two, if need be. To wake more than was asked for is allowed, to wake
    /// fewer is not.
    static constexpr request both(request a, request b) noexcept {
        if (a.is_for_nobody()) return b;
        if (b.is_for_nobody()) return a;
        return (a.bits_ >> 1) == (b.bits_ >> 1) ? request(a.bits_ | 1) : everybody();
    }

private:
    constexpr explicit request(std::uint64_t bits) noexcept : bits_(bits) {}
    request(void const* address, unsigned all) noexcept : bits_(key(address) | all) {}

    // No address of user space has its highest bit set, and null is refused: so 0 and 1 are free.
    static std::uint64_t key(void const* address) noexcept {
        return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address)) << 1;
    }

    std::uint64_t bits_ = 0;
};

} // namespace kev::lab06
