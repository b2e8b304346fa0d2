// Systems without a sleep by address (Windows 7, macOS): lab 06's table of waiters, in which each thread sleeps on a key of its
// own. A waker blocks here until the sleeper is in the kernel, and no signal handler may call it.
#include <kev/lab06/locked_bucket.hpp>
#include <kev/lab08/forked_child.hpp>
#include <kev/lab08/process_end.hpp>
#include <kev/lab08/reported_sleep.hpp>
#include <kev/lab08/sleep.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace kev::lab08 {

namespace {

struct alignas(64) bucket : lab06::locked_bucket {};

constexpr std::size_t table_bits = 6;
constinit std::array<bucket, std::size_t{1} << table_bits> table;

// fork() copies the table, and not the threads that sleep in it or own a bucket.
void forget_sleepers() noexcept {
    for (bucket& each : table) std::construct_at(&each);
}

[[maybe_unused]] bool const is_ready = (run_in_forked_children(forget_sleepers), true);

void const* address(void const* word, half which) noexcept {
    return static_cast<char const*>(word) + (which == half::high ? 4 : 0);
}

std::uint32_t part(state_t state, half which) noexcept {
    return static_cast<std::uint32_t>(which == half::high ? state >> 32 : state);
}

bucket& bucket_of(void const* address) noexcept {
    // Fibonacci hashing, as for the spinners' seats.
    std::uint64_t const product = std::uint64_t{reinterpret_cast<std::uintptr_t>(address)} *
                                  std::uint64_t{0x9E37'79B9'7F4A'7C15};
    return table[static_cast<std::size_t>(product >> (64 - table_bits))];
}

} // namespace

bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* named) noexcept {
    if (end.on == lab05::sleep_end::clock::none) end_process_if_no_waker_is_left();
    // A bucket may be owned by a thread that was killed. The caller looks at its limit again and again.
    if (process_is_ending()) return false;
    reported_sleep const reported(named);
    void const* const where = address(&word, compared);
    bool const slept = bucket_of(where).sleep_while(
        where,
        [&] {
            // relaxed: the bucket's lock orders this load behind the change that a waker made before it.
            return part(word.load(std::memory_order_relaxed), compared) == part(seen, compared);
        },
        end);
    count_call(&tally::waits);
    return slept;
}

void wake(void const* word, half compared, int most) noexcept {
    if (process_is_ending()) return; // no thread is left to be woken
    void const* const where = address(word, compared);
    bucket_of(where).wake(where, most);
    count_call(&tally::releases);
}

void requeue(atomic_state const& word, state_t /*seen*/, void const* /*to*/) noexcept {
    wake(&word, half::low, every_sleeper);
}

} // namespace kev::lab08
