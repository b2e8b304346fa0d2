// Time-outs against unlocks, a hundred thousand of them: each promise that a waiter or an unlocker makes
// is kept exactly once, or the word does not come back to zero, or somebody waits for ever.
#include "storm.hpp"

#include <kev/lab05/time_limit.hpp>

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

// Until a moment, or until it has looked once; counts how its waits end. Now and then the thread loses its
// processor just after its time-out: an unlocker then has the time to claim it.
class counting_limit {
public:
    counting_limit(std::chrono::microseconds interval, in_storm::counts& mine)
        : limit_(for_at_most(interval)), mine_(mine), looks_only_(interval.count() == 0) {}

    bool passed() const noexcept { return looks_only_ ? looked_ : limit_.passed(); }
    lab02::outcome wait(void const* key) const {
        looked_ = true;
        lab02::outcome const ended = limit_.wait(key);
        if (ended == lab02::outcome::met) {
            ++mine_.met;
        } else if (++mine_.timed_out % 16 == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(1));
        }
        return ended;
    }

private:
    until<kev::clock, nt_ticks> limit_;
    in_storm::counts& mine_;
    bool looks_only_;
    mutable bool looked_ = false;
};

TEST(Storm, ConservesWakesThroughAHundredThousandTimeouts) {
    in_storm::result const total = in_storm::rage<counting_limit>(100'000);
    in_storm::expect_conservation(total);
}

} // namespace
} // namespace kev::lab05
