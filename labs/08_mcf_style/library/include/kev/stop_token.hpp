/// @file
/// Waits of a condition variable with a std::stop_token. It is a header of its own because the standard's header is
/// not small.
#pragma once

#include <chrono>
#include <stop_token>
#include <utility>

#include <kev/abi.hpp>
#include <kev/condition_variable.hpp>

#include <kev/quiet_begin.inc>

#include <kev/lab04/basic_lockable.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/library/stop_wait.hpp>

namespace kev::lab08 {

/// The function that stop_wait.hpp needs for a token, and finds where its own function objects are.
template <typename Function>
std::stop_callback<Function> on_stop(std::stop_token const& token, Function f) noexcept {
    return std::stop_callback<Function>(token, std::move(f));
}

} // namespace kev::lab08

namespace kev::inline v0_9 {

/// Waits until `holds()`, which is called with the lock owned, or until `token` is asked to stop. As
/// std::condition_variable_any::wait() with a token. @return what `holds()` said last.
template <lab04::basic_lockable Lock, typename Predicate>
bool wait(condition_variable& c, Lock& lock, std::stop_token const& token, Predicate holds) {
    return lab08::wait_or_stop(c, lock, token, lab05::no_limit(), std::move(holds));
}
/// The same, until the clock shows `deadline` at most.
template <lab04::basic_lockable Lock, typename Clock, typename Duration, typename Predicate>
bool wait_until(condition_variable& c, Lock& lock, std::stop_token const& token,
                std::chrono::time_point<Clock, Duration> deadline, Predicate holds) {
    return lab08::wait_or_stop(c, lock, token, lab05::until<Clock, Duration>(deadline),
                               std::move(holds));
}
/// The same, for at most `interval`.
template <lab04::basic_lockable Lock, typename Rep, typename Period, typename Predicate>
bool wait_for(condition_variable& c, Lock& lock, std::stop_token const& token,
              std::chrono::duration<Rep, Period> interval, Predicate holds) {
    return lab08::wait_or_stop(c, lock, token, lab05::for_at_most(interval), std::move(holds));
}

} // namespace kev::inline v0_9

#include <kev/quiet_end.inc>
