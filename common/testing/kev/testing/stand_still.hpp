/// @file
/// A thread of a test that stands still in the middle of a call, until the test lets it go on.
#pragma once

#include <atomic>
#include <ctime>
#include <thread>

#include <kev/testing/single_step.hpp>
#include <kev/testing/threads.hpp>

namespace kev::testing {

/// A place where one thread stands still until the test has made its assertions.
class stop {
public:
    /// Called by that thread, in a signal handler.
    void stand_still() noexcept {
        reached_ = true;
        timespec const a_moment{0, 1'000'000};
        while (!over_) nanosleep(&a_moment, nullptr);
    }

    void wait_until_it_stands() {
        wait_until_true([this] { return reached_.load(); });
    }
    void let_it_go() noexcept { over_ = true; }

private:
    std::atomic<bool> reached_{false};
    std::atomic<bool> over_{false};
};

/// Runs call() in a thread, which stands still as soon as reached() says true. reached() is asked after each
/// instruction of the call.
template <typename Call, typename Reached>
std::jthread run_until(stop& here, Call call, Reached reached) {
    return std::jthread([&here, call, reached] {
        step_through(call, [&] {
            if (!reached()) return false;
            here.stand_still();
            return true;
        });
    });
}

} // namespace kev::testing
