/// @file
/// One round: threads use a lock for a while, and then everything is looked at.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <kev/soak/subject.hpp>

namespace kev::soak {

/// The counts of a round.
struct round_result {
    std::uint64_t turns = 0;
    std::uint64_t took = 0;
    std::uint64_t failed = 0;
    std::uint64_t waits = 0;   ///< calls of the kernel to sleep
    std::uint64_t threads = 0; ///< that were started
    std::string wrong;         ///< empty if all is well
};

/// A round; the watchdog may look at it while it runs.
class round {
public:
    round(subject_type const& type, plan const& about);

    /// Lets the threads use the lock for so long, and each at least once; then waits until all have
    /// ended: without a limit.
    round_result run(std::chrono::milliseconds duration);

    /// Grows as long as any thread makes progress.
    std::uint64_t progress() const noexcept;
    /// The state words and what each thread does.
    std::string describe() const;

private:
    void hold_place(worker& self);
    void live(worker& self);
    bool stopped() const noexcept;
    bool everybody_had_a_turn() const noexcept;

    plan const about_;
    std::string const name_;
    std::unique_ptr<subject> subject_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> started_{0};
};

} // namespace kev::soak
