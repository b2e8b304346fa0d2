#include <kev/lab08/wait_slots.hpp>

#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/forked_child.hpp>
#include <kev/lab08/wait_table.hpp>

#include <cstddef>
#include <cstdint>

namespace kev::lab08 {

namespace {

constexpr std::size_t size = std::size_t{1} << wait_table_bits;
static_assert(size <= condition_bits::most_pending);
constinit wait_table own;

// Waiters that begin one after the other use different cache lines. The number is odd, so that all slots are used.
constexpr std::size_t stride = 64 / sizeof(wait_slot) + 1;

// fork() copies the table, and not the threads that wait. The slots of those threads would look taken forever, and a new
// condition variable where an old one had waiters would notify them.
void forget_waiters() noexcept {
    for (wait_slot& slot : shared_wait_table(own)) {
        // relaxed: the child has one thread. It looks first, so that untouched pages stay shared.
        if (slot.load(std::memory_order_relaxed) != 0) slot.store(0, std::memory_order_relaxed);
    }
}

// The table is found when the module is loaded, so that a wait needs no memory for it.
[[maybe_unused]] wait_table const& table_is_found =
    (run_in_forked_children(forget_waiters), shared_wait_table(own));

} // namespace

wait_place place_of(void const* condition, state_t position) noexcept {
    auto const address = reinterpret_cast<std::uintptr_t>(condition);
    // Fibonacci hashing, as for the spinners' seats.
    std::uint64_t const product = std::uint64_t{address} * std::uint64_t{0x9E37'79B9'7F4A'7C15};
    auto const start = static_cast<std::size_t>(product >> (64 - wait_table_bits));
    return {shared_wait_table(own)[(start + static_cast<std::size_t>(position) * stride) % size],
            slot_owner(address, position / size)};
}

state_t number_of_wait_slots() noexcept {
    return size;
}

} // namespace kev::lab08
