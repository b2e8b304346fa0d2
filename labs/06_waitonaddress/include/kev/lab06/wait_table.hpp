/// @file
/// The buckets of all addresses.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include <kev/lab06/wait_bucket.hpp>

namespace kev::lab06 {

/// A hash table of waiters. Two addresses in one bucket share its line and its attendant and nothing else. A
/// wake for one address never takes out a waiter of the other, unless two notes had to be merged.
class wait_table {
public:
    /// @param buckets  their number is a power of two, at least one. They must outlive the table.
    constexpr explicit wait_table(std::span<wait_bucket> buckets) noexcept
        : buckets_(buckets.data()), bits_(std::countr_zero(buckets.size())) {}

    /// The bucket of the threads that wait on this address.
    wait_bucket& bucket_of(void const* address) const noexcept {
        // Fibonacci hashing, as in lab 02: the high bits of the product depend on all of the address.
        auto const product = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address)) *
                             std::uint64_t{0x9E37'79B9'7F4A'7C15};
        return buckets_[bits_ == 0 ? 0 : product >> (64 - bits_)];
    }

    /// For the child of a fork(): see wait_bucket::forget_threads(). Does not block.
    void forget_threads() const noexcept {
        for (wait_bucket& each : std::span(buckets_, std::size_t{1} << bits_))
            each.forget_threads();
    }

private:
    wait_bucket* buckets_;
    int bits_;
};

/// The table of this process. It is constant-initialised and never destroyed, so a lock works before main() and
/// after it. Only one module may have this code linked in. A program and a DLL that both have it have two
/// tables, and a wake in one does not find the waiters of the other. In the model every run has a table of its
/// own (model/run_table.hpp).
wait_table const& process_table() noexcept;

} // namespace kev::lab06
