// Abseil's mutex and condition variable, with the standard's names.
#pragma once

#include <kev/bench/absl_mutex.hpp>
#include <kev/bench/candidates.hpp>

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

template <>
inline constexpr bool counts_calls<absl_condvar> = false;

/// Those of Abseil.
inline constexpr candidates absl_condvars{
    candidate<condvar_with<absl_condvar, absl_mutex>>{"absl::CondVar"}};

} // namespace kev::bench
