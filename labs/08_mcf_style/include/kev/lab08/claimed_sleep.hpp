/// @file
/// The keyed way to sleep with a time limit: lab 05's way out, written once.
#pragma once

#include <chrono>
#include <concepts>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab05/keyed_sleep.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/process_end.hpp>
#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// Sleeps on `key` until a release comes or the time is up. The caller has been counted in. A releaser
/// takes a thread off the count first (it claims that thread).
///
/// @param key    what the release is going to name.
/// @param limit  when the time is up.
/// @param leave  called when the time is up: takes one thread off the count and says true; or says false
///               because all have been claimed. It is called again if the release has gone to a newer
///               sleeper, whose place in the count is then free.
/// @return true if this thread took a release; false if it left the count.
///
/// Between two calls of leave() the thread sleeps for a moment, as in lab 05: the releaser that it waits for
/// may need this processor, and a wait without a limit is race T8.
/// If the process is ending, a sleep without a limit ends it at once (process_end.hpp). Then only one thread is left, so
/// a thread with a limit finds itself counted and leaves.
template <sleep_limit Limit, typename Leave>
bool sleep_until_claimed(void const* key, Limit const& limit, Leave leave) noexcept {
    constexpr std::chrono::milliseconds a_moment{1};
    if constexpr (std::same_as<Limit, lab05::no_limit>) end_process_if_no_waker_is_left();
    while (lab05::wait_for_release(key, limit.end()) == lab02::outcome::timed_out) {
        if (!limit.passed()) continue; // too early; we are still counted in
        do {
            if (leave()) return false;
        } while (lab02::default_event.wait_for(key, a_moment) == lab02::outcome::timed_out);
        return true;
    }
    return true;
}

} // namespace kev::lab08
