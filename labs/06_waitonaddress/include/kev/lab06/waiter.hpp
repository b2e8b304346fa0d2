/// @file
/// The wait block of a thread that waits on an address, and the request that says which waiters to wake.
#pragma once

#include <cstdint>

#include <kev/lab06/nt_alert.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

class wait_line;

/// The wait block of one thread. It lies on that thread's own stack, so joining allocates nothing. Therefore
/// the thread must not return while another thread may still read the block.
///
/// | the block may be touched by | when |
/// |---|---|
/// | its own thread | until it has joined a bucket |
/// | the bucket's attendant (wait_bucket.hpp) | from then on, while it is in the bucket |
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
        // plain store, and the waiter would sleep for ever. The acquire keeps the exchange: without it a compiler
        // may make a store of an exchange whose result is not used.
        gone.exchange(1, std::memory_order_acq_rel); // w1
    }

    /// Its own thread asks: was this block taken out, and is no other thread reading it any more?
    bool was_let_go() noexcept {
        // w2, pairs with w1. An alert is not known to order memory. So after it a plain load may still find 0,
        // and the thread would sleep again, for ever. A read-modify-write cannot do that: it comes after w1 and
        // reads 1, or w1 reads what it has left.
        return kev::read_newest(gone) != 0; // w2
    }

    kev::shared<void const*> address;
    kev::shared<nt::HANDLE> thread;
    kev::shared<waiter*> next; ///< among arrivals: the older neighbour; in a line: the younger one
    kev::shared<waiter*> previous;      ///< in a line: the older neighbour
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

} // namespace kev::lab06
