/// @file
/// `kev::counting_semaphore` and `kev::binary_semaphore`: lab08::counting_semaphore says what they do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <kev/abi.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab08/semaphore.hpp>

namespace kev::inline v0_9 {

template <std::ptrdiff_t Most = (std::numeric_limits<std::int32_t>::max)()>
class counting_semaphore : public lab08::counting_semaphore<Most> {
public:
    /// Without permits.
    constexpr counting_semaphore() noexcept = default;
    /// With `permits`, from 0 to max().
    constexpr explicit counting_semaphore(std::ptrdiff_t permits) noexcept
        : lab08::counting_semaphore<Most>(permits) {}
};
// `kev::counting_semaphore permits(1);` is meant: without this, -Wctad-maybe-unsupported doubts it.
counting_semaphore(std::ptrdiff_t)->counting_semaphore<>;

using binary_semaphore = counting_semaphore<1>;
static_assert(sizeof(binary_semaphore) == sizeof(lab08::binary_semaphore));

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
