/// @file
/// A wait for a release that has an end: the one place where a time limit meets a keyed event.
#pragma once

#include <chrono>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

/// Waits until a thread releases `key`, or until `end`. Blocks. The outcome timed_out may come too early, on Windows by
/// a tick of the clock. Throws std::system_error, as lab 02's wait() does.
///
/// The kernel is told how much time is left on the steady clock, because NT counts a relative time on such a clock.
/// Of a moment of the calendar it is told that moment: then setting the system's clock moves the end.
inline lab02::outcome wait_for_release(void const* key, sleep_end const& end) {
    if (end.on == sleep_end::clock::steady) {
        std::chrono::time_point<kev::clock, nt_ticks> const moment(end.moment);
        return lab02::default_event.wait_for(key, lab05::time_left(moment, kev::clock::now()));
    }
    if (end.on == sleep_end::clock::calendar) {
        std::chrono::time_point<std::chrono::system_clock, nt_ticks> const moment(end.moment);
        return lab02::default_event.wait_until(key, moment);
    }
    lab02::default_event.wait(key);
    return lab02::outcome::met;
}

} // namespace kev::lab05
