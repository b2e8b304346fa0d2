/// @file
/// Random numbers that are the same on every machine.
#pragma once

#include <bit>
#include <cstdint>

#include <kev/lab07/simulation/parameters.hpp>

namespace kev::lab07::simulation {

/// Uniform and exponential numbers. The distributions of standard libraries differ, and logarithms may differ in the last
/// digit, so this class uses only integers.
///
/// The generator is xoshiro256** (D. Blackman, S. Vigna, 2018), its state filled by splitmix64.
class random_source {
public:
    explicit random_source(std::uint64_t seed) noexcept {
        for (std::uint64_t& word : state_) {
            std::uint64_t mixed = seed += 0x9E37'79B9'7F4A'7C15;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58'476D'1CE4'E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EB;
            word = mixed ^ (mixed >> 31);
        }
    }

    /// 64 random bits.
    std::uint64_t bits() noexcept {
        std::uint64_t const result = std::rotl(state_[1] * 5, 7) * 9;
        std::uint64_t const shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A number below `limit`. All are equally likely, up to 1 in 2^32. `limit` must be below 2^32.
    ticks below(ticks limit) noexcept { return (bits() >> 32) * limit >> 32; }

    /// An exponentially distributed number with this mean, which must be below 2^32. J. von Neumann's method of 1951 needs
    /// only comparisons. A falling run of uniform numbers that has odd length accepts its first number as the fraction. Each
    /// run that is refused adds one whole mean.
    ticks exponential(ticks mean) noexcept {
        for (ticks whole = 0;; whole += mean) {
            std::uint64_t const first = bits();
            std::uint64_t last = first;
            bool odd = true;
            for (std::uint64_t next = bits(); next < last; next = bits()) {
                last = next;
                odd = !odd;
            }
            if (odd) return whole + ((first >> 32) * mean >> 32);
        }
    }

private:
    std::uint64_t state_[4];
};

} // namespace kev::lab07::simulation
