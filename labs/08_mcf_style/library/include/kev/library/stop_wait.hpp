/// @file
/// Waits of a condition variable that also end when a stop is requested, for any kind of stop token.
#pragma once

#include <condition_variable>

#include <kev/lab08/condition_variable.hpp>
#include <kev/library/this_thread.hpp>

namespace kev::lab08 {

/// As condition_variable::wait(lock) with a limit, but a stop that is requested by `token` ends the wait, too. A
/// notification that was made for this thread is taken even if the stop comes at the same time.
///
/// `on_stop(token, f)` makes an object. While it lives, f() is called once if a stop is requested: at once by this
/// thread, if it was requested before. Its destructor waits for a call that another thread has begun. stop_token.hpp
/// has it for std::stop_token, and the models have their own.
struct stop_waits {
    static std::cv_status wait(condition_variable& c, auto& lock, auto const& token,
                               lab05::sleep_limit auto const& limit) noexcept {
        return c.wait_by(lock, [&](wait_place place) {
            if (!place) return place.sleep(limit, &c);
            // The position is pending when the function is left with the token. So a stop that comes before that
            // is seen here, and a stop that comes later finds a waiter in the slot. It wakes this waiter alone.
            bool stopped = false;
            auto const watch = on_stop(token, [&stopped, place, waiter = library::this_thread()] {
                if (library::this_thread() == waiter) {
                    stopped = true; // it need not sleep
                } else {
                    wake_batch alone;
                    place.notify(alone);
                }
            });
            if (stopped) return !place.give_back();
            return place.sleep(limit, &c);
        });
    }
};

/// Waits until `holds()`, which is called with the lock owned, or until a stop is requested, or until the limit.
/// @return what `holds()` said last.
bool wait_or_stop(condition_variable& c, auto& lock, auto const& token,
                  lab05::sleep_limit auto const& limit, auto holds) {
    while (!token.stop_requested()) {
        if (holds()) return true;
        // In time or not, the condition is the answer. A time-out ends the loop.
        if (stop_waits::wait(c, lock, token, limit) == std::cv_status::timeout) break;
    }
    return holds();
}

} // namespace kev::lab08
