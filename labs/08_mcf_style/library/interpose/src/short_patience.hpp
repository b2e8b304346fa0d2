// Lab 07's patience in eight bytes: a pthread_mutex_t has no room for the twelve of the original.
#pragma once

#include "report.hpp"

#include <cstdint>

namespace kev::interpose {

/// As lab07::overtaking_budget, with a reading of the clock in microseconds and in 32 bits. The reading begins again
/// from zero after 71 minutes, and a difference of two readings does not mind.
class short_patience {
public:
    static constexpr int looks = 3;
    static constexpr std::uint32_t microseconds = 100;

    void begin() noexcept {
        since_ = now();
        overtakings_ = 0;
    }

    bool is_over() noexcept {
        ++overtakings_;
        if (overtakings_ > 16 && overtakings_ % 16 != 0) return false;
        return now() - since_ >= microseconds;
    }

private:
    static std::uint32_t now() noexcept {
        return static_cast<std::uint32_t>(nanoseconds_now() / 1000);
    }

    std::uint32_t since_ = 0;
    std::uint32_t overtakings_ = 0;
};

} // namespace kev::interpose
