/// @file
/// The resources that can run out, and the failures that a test asks for.
#pragma once

#include <kev/lab01/kernel.hpp>

namespace kev::lab01::simulation {

/// The account of handles, non-paged pool and heap. The caller serializes the calls.
class resources {
public:
    void set_limits(kernel::limits allowed) noexcept { limits_ = allowed; }

    void inject(kernel::faults wanted) noexcept {
        faults_ = wanted;
        used_.attempts = 0;
        used_.failures = 0;
    }

    kernel::usage const& used() const noexcept { return used_; }

    /// How many more events may fail by choice; see faults::may_fail.
    std::uint32_t failures_to_choose() const noexcept { return faults_.may_fail; }

    NTSTATUS take_heap(std::size_t bytes) noexcept {
        if (next_is_to_fail() || bytes > limits_.heap_bytes ||
            used_.heap_bytes > limits_.heap_bytes - bytes)
            return refuse(STATUS_NO_MEMORY);
        used_.heap_bytes += bytes;
        return STATUS_SUCCESS;
    }
    void give_heap(std::size_t bytes) noexcept { used_.heap_bytes -= bytes; }

    /// Takes a handle, and non-paged pool for the event behind it: both or neither. `chosen`: the world has
    /// chosen that this call fails.
    NTSTATUS take_event(bool chosen) noexcept {
        if (chosen) --faults_.may_fail;
        if (next_is_to_fail() || chosen) return refuse(STATUS_INSUFFICIENT_RESOURCES);
        if (used_.handles >= limits_.handles) return refuse(STATUS_QUOTA_EXCEEDED);
        if (used_.non_paged_bytes + kernel::event_bytes > limits_.non_paged_bytes)
            return refuse(STATUS_INSUFFICIENT_RESOURCES);
        ++used_.handles;
        used_.non_paged_bytes += kernel::event_bytes;
        return STATUS_SUCCESS;
    }
    void give_event() noexcept {
        --used_.handles;
        used_.non_paged_bytes -= kernel::event_bytes;
    }

private:
    bool next_is_to_fail() noexcept {
        ++used_.attempts;
        if (faults_.fail_nth == 0) return false;
        return used_.attempts == faults_.fail_nth ||
               (faults_.and_all_later && used_.attempts > faults_.fail_nth);
    }

    NTSTATUS refuse(NTSTATUS why) noexcept {
        ++used_.failures;
        return why;
    }

    kernel::limits limits_;
    kernel::faults faults_;
    kernel::usage used_;
};

} // namespace kev::lab01::simulation
