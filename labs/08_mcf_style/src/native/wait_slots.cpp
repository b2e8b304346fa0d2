#include <kev/lab08/wait_slots.hpp>

#include <kev/lab08/condition_word.hpp>
#include <kev/lab08/forked_child.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace kev::lab08 {

namespace {

// 64 KB, all zero, of which the system provides what is used.
constexpr std::size_t bits = 13;
constexpr std::size_t size = std::size_t{1} << bits;
static_assert(size <= condition_word::most_pending);
constinit std::array<wait_slot, size> table;

// Waiters that begin one after the other use different cache lines. The number is odd, so that all slots are used.
constexpr std::size_t stride = 64 / sizeof(wait_slot) + 1;

// fork() copies the table, and not the threads that wait. The slots of those threads would look taken for ever, and a new
// condition variable where an old one had waiters would notify them.
void forget_waiters() noexcept {
    for (wait_slot& slot : table) {
        // relaxed: the child has one thread. It looks first, so that untouched pages stay shared.
        if (slot.load(std::memory_order_relaxed) != 0) slot.store(0, std::memory_order_relaxed);
    }
}

[[maybe_unused]] bool const ready = (run_in_forked_children(forget_waiters), true);

} // namespace

wait_place place_of(void const* condition, wide_state_t position) noexcept {
    auto const address = reinterpret_cast<std::uintptr_t>(condition);
    // Fibonacci hashing, as for the spinners' seats.
    std::uint64_t const product = std::uint64_t{address} * std::uint64_t{0x9E37'79B9'7F4A'7C15};
    auto const start = static_cast<std::size_t>(product >> (64 - bits));
    return {table[(start + static_cast<std::size_t>(position) * stride) % size],
            slot_owner(address, position / size)};
}

wide_state_t number_of_wait_slots() noexcept {
    return size;
}

} // namespace kev::lab08
