/// @file
/// A variable of 1, 2, 4 or 8 bytes, and the value that it should not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <kev/lab02/nt_error.hpp>
#include <kev/lab02/nt_status.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// The variable that a wait looks at before it sleeps. The variable must be a kev::atomic of an unsigned type of
/// the given size, and aligned as such.
class watched_value {
public:
    /// Throws std::system_error, STATUS_INVALID_PARAMETER, for a null address or another size.
    watched_value(void const* address, void const* undesired, std::size_t size)
        : address_(address), size_(size) {
        if (address == nullptr || undesired == nullptr)
            refuse("wait_on_address: the address is null");
        if (size != 1 && size != 2 && size != 4 && size != 8)
            refuse("wait_on_address: the size is not 1, 2, 4 or 8");
        std::memcpy(&undesired_, undesired, size);
    }

    void const* address() const noexcept { return address_; }

    /// Whether the variable has the undesired value now.
    bool is_undesired() const noexcept {
        switch (size_) {
        case 1:
            return is_undesired_as<std::uint8_t>();
        case 2:
            return is_undesired_as<std::uint16_t>();
        case 4:
            return is_undesired_as<std::uint32_t>();
        default:
            return is_undesired_as<std::uint64_t>();
        }
    }

private:
    [[noreturn]] static void refuse(char const* why) {
        throw std::system_error(lab02::nt_error(nt::STATUS_INVALID_PARAMETER), why);
    }

    template <typename T>
    bool is_undesired_as() const noexcept {
        T undesired;
        std::memcpy(&undesired, &undesired_, sizeof undesired);
        // relaxed: the caller looks again with the order that it needs. j1 in wait_bucket.hpp comes before
        // the second look, so that look is not too old.
        return static_cast<kev::atomic<T> const*>(address_)->load(std::memory_order_relaxed) ==
               undesired;
    }

    void const* address_;
    std::size_t size_;
    std::uint64_t undesired_ = 0;
};

} // namespace kev::lab06
