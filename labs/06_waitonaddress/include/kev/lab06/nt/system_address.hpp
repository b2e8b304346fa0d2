/// @file
/// The system's own WaitOnAddress, without <windows.h>. Windows only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kev::lab06::system {

/// Whether this Windows has the calls (8 and later). Without them the functions below must not be used.
bool is_there() noexcept;

inline constexpr std::uint32_t infinite = 0xFFFF'FFFF;
inline constexpr std::uint32_t error_timeout = 1460;
inline constexpr std::uint32_t error_invalid_parameter = 87;

/// WaitOnAddress as documented by Microsoft: sleeps while `size` bytes (1, 2, 4 or 8) at `address` equal
/// those at `undesired`, for at most so many milliseconds, or `infinite`. Blocks; may return for no
/// reason. Returns 0, or the error.
std::uint32_t wait_on_address(void const* address, void const* undesired, std::size_t size,
                              std::uint32_t milliseconds = infinite) noexcept;
void wake_by_address_single(void const* address) noexcept;
void wake_by_address_all(void const* address) noexcept;

} // namespace kev::lab06::system
