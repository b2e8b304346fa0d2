/// @file
/// What a thread knows of the others: the happens-before relation as data.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace kev::checker {

/// Threads in one run, number 0 among them: it sets the scenario up and looks at the end.
inline constexpr std::size_t max_threads = 8;
/// Atomic objects in one run.
inline constexpr std::size_t max_objects = 128;

/// A vector clock: for every thread, up to which of its moments everything happened before "here".
/// An access of thread t at t's moment e happened before iff `at(t) >= e`.
/// Source: Fidge and Mattern, 1988; as a race detector, Flanagan and Freund's FastTrack, 2009.
class vector_clock {
public:
    std::uint32_t at(std::size_t thread) const noexcept { return moments_[thread]; }
    void advance(std::size_t thread) noexcept { ++moments_[thread]; }
    void join(vector_clock const& other) noexcept {
        for (std::size_t t = 0; t < max_threads; ++t)
            moments_[t] = std::max(moments_[t], other.moments_[t]);
    }

private:
    std::array<std::uint32_t, max_threads> moments_{};
};

/// For every atomic object, the oldest of its stores that may still be read, by its number: which of two is older says
/// the object's modification order. Only used where the memory is weak. Source: the views of Kang et al., "A promising semantics", 2017, without promises.
class view {
public:
    std::uint16_t at(std::size_t object) const noexcept { return oldest_[object]; }
    void set(std::size_t object, std::size_t store) noexcept {
        oldest_[object] = static_cast<std::uint16_t>(store);
    }

private:
    std::array<std::uint16_t, max_objects> oldest_{};
};

/// Both together: what an acquire takes over from a release.
struct knowledge {
    vector_clock clock;
    view seen;
};

} // namespace kev::checker
