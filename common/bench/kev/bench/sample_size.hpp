/// @file
/// How much work makes one sample.
#pragma once

#include <algorithm>
#include <cstdint>

#include <kev/bench/options.hpp>

namespace kev::bench {

/// Finds out how many turns make a sample of sample_seconds(). A few thousand would end inside one time slice of the
/// system, and the threads would never meet; and a lock that is a thousand times slower than another need not run a
/// thousand times longer.
class sample_size {
public:
    /// `published`: how many turns the published benchmark had. `--full-size` takes just as many.
    explicit sample_size(std::uint64_t published) noexcept
        : turns_(full_size() ? published : std::min<std::uint64_t>(published, 8)) {}

    /// Calls run(turns), which returns something with `seconds`, 0 if it has measured nothing, and returns that. The
    /// first runs are to find the size: one that is too short is repeated with more turns. From then on every run
    /// counts. (To repeat those that are too short would be to choose by the outcome, and the slow phases of a lock would
    /// be overrepresented.) But one that was too short or several times too long changes the size of those that follow: the
    /// machine has got other work, or has lost it.
    template <typename Run>
    auto measure(Run run) {
        for (;;) {
            auto const result = run(turns_);
            if (full_size()) return result;
            bool const too_short = result.seconds < sample_seconds();
            bool const too_long = result.seconds > 4 * sample_seconds();
            if (too_short || too_long) turns_ = fitting(result.seconds);
            found_ = found_ || !too_short;
            if (found_ && result.seconds > 0) return result;
        }
    }

private:
    // Half as much again as seems to be needed, since no two runs are alike; but at most ten times as many: the
    // beginning of a run tells little of the rest. After a run that was too short it is more, after a long one less.
    std::uint64_t fitting(double seconds) const noexcept {
        double const factor = std::min(1.5 * sample_seconds() / seconds, 10.0);
        return static_cast<std::uint64_t>(static_cast<double>(turns_) * factor) + 1;
    }

    std::uint64_t turns_;
    bool found_ = false;
};

} // namespace kev::bench
