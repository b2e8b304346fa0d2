#include <kev/lab08/spin.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace kev::lab08 {

namespace {

// 4 KB, a cache line for each: to tell a spinner disturbs no other spinner. Two locks that are contended at
// once share seats with a probability of about one in ten, and nothing breaks if they do.
struct alignas(64) line {
    spin_seat seat{0, "told"};
};

constexpr std::size_t seat_bits = 6;
constinit std::array<line, std::size_t{1} << seat_bits> seats;

} // namespace

spin_seat& seat_of(void const* lock, unsigned spinner) noexcept {
    // Fibonacci hashing, as in lab 02: the high bits of the product depend on all of the address.
    auto const product = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(lock)) *
                         std::uint64_t{0x9E37'79B9'7F4A'7C15};
    auto const first = static_cast<std::size_t>(product >> (64 - seat_bits));
    return seats[(first + spinner) % seats.size()].seat;
}

} // namespace kev::lab08
