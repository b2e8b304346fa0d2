/// @file
/// Abseil's condition variable with the standard's names. Only where Abseil is installed.
#pragma once

#include <kev/bench/absl_mutex.hpp>

#include <mutex>

namespace kev::bench {

class absl_condvar {
public:
    void wait(std::unique_lock<absl_mutex>& lock) {
        condition_.Wait(lock.mutex()->native_handle());
    }
    template <typename Predicate>
    void wait(std::unique_lock<absl_mutex>& lock, Predicate holds) {
        while (!holds()) wait(lock);
    }
    void notify_one() { condition_.Signal(); }
    void notify_all() { condition_.SignalAll(); }

private:
    absl::CondVar condition_;
};

} // namespace kev::bench
