/// @file
/// What a round of the endurance test is to be like: all of it follows from two numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace kev::soak {

/// Numbers that are the same on every machine for the same seed (SplitMix64, by Sebastiano Vigna; the
/// distributions of the standard library differ from one library to the next).
class dice {
public:
    explicit constexpr dice(std::uint64_t seed) noexcept : state_(seed) {}

    constexpr std::uint64_t next() noexcept {
        std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }
    /// 0 to `count` - 1.
    constexpr unsigned below(unsigned count) noexcept {
        return static_cast<unsigned>(next() % count);
    }
    constexpr bool one_in(unsigned count) noexcept { return below(count) == 0; }

private:
    std::uint64_t state_;
};

/// A round. The actions of the threads are drawn from `seed`, too; only how they meet depends on the machine.
struct plan {
    std::uint64_t seed = 0;
    std::size_t subject = 0; ///< which lock
    unsigned threads = 2;    ///< at the same time
    unsigned turns = 0;      ///< after so many a thread ends and another takes its place; 0: never
    unsigned patience = 0;   ///< the longest time limit, in microseconds
    bool patient = false;    ///< no thread gives up, so no limit hides a lost wake-up
    unsigned naps = 0;       ///< one turn in so many sleeps inside; 0: none
    unsigned interrupts = 0; ///< microseconds between two signals or APCs; 0: none
    bool low_priority = false; ///< some of the threads take the lowest priority
};

/// The round with this number of a run with this seed, on so many subjects.
plan make_plan(std::uint64_t seed, std::uint64_t round, std::size_t subjects) noexcept;

/// "8 threads, signals every 200 us, ..."
std::string describe(plan const& one);

} // namespace kev::soak
