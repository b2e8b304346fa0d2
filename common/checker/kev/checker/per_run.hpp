/// @file
/// State that a model of something outside the lab's own objects keeps, such as a kernel's queues.
#pragma once

#include <kev/checker/run.hpp>

namespace kev::checker {

/// A value that starts afresh in every run. T must own no memory: a run may be dropped in the middle.
template <typename T>
class per_run {
public:
    /// The value of the run that is being executed.
    T& get() noexcept {
        if (std::uint64_t const current = run::active()->number(); number_ != current) {
            number_ = current;
            value_ = T{};
            run::active()->keep(&value_, sizeof value_);
        }
        return value_;
    }

private:
    std::uint64_t number_ = 0;
    T value_{};
};

} // namespace kev::checker
