/// @file
/// Values as the checker carries them: 64 bits, whatever the type.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace kev::inline model {

/// A value that an object of the model may hold: its bytes can be copied, 8 at most.
template <typename T>
concept modeled = std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t);

template <modeled T>
std::uint64_t to_bits(T const& value) noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T)); // NOLINT(bugprone-sizeof-expression): any T
    return bits;
}

template <modeled T>
T from_bits(std::uint64_t bits) noexcept {
    T value;
    std::memcpy(&value, &bits, sizeof(T)); // NOLINT(bugprone-sizeof-expression): as above
    return value;
}

} // namespace kev::inline model
