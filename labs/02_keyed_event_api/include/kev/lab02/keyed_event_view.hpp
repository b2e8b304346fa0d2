/// @file
/// Waiting and releasing, with times as std::chrono has them and misuse as an exception.
#pragma once

#include <chrono>

#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_time.hpp>
#include <kev/world.hpp>

namespace kev::lab02 {

/// How a wait or a release with a time limit ended.
enum class outcome {
    met,       ///< one waiter and one releaser went on together
    timed_out, ///< nobody came; the call has left no trace in the object
};

/// A keyed event that somebody else keeps open, or the default one, which is always there.
///
/// wait() and release() throw std::system_error (category nt_category()) on misuse: an odd key, a
/// closed handle, a right that is missing. All are mistakes of the program, so a lock calls them from
/// noexcept functions: the message ends the program instead of a lock that half worked.
///
/// A key is an address; it is compared and never dereferenced.
class keyed_event_view {
public:
    /// The process-wide default, which needs no creation and cannot fail: the NULL handle. Windows
    /// Vista and later.
    constexpr keyed_event_view() noexcept = default;
    /// The object behind an open handle.
    constexpr explicit keyed_event_view(nt::HANDLE open) noexcept : handle_(open) {}

    /// Waits until the key is released. Blocks without limit.
    void wait(void const* key) const;
    /// As wait(), for at most `interval`; zero or less looks once and does not block.
    template <typename Rep, typename Period>
    outcome wait_for(void const* key, std::chrono::duration<Rep, Period> interval) const {
        return wait_with(key, relative_timeout(interval));
    }
    /// As wait(), until a moment of the steady clock.
    outcome wait_until(void const* key, clock::time_point deadline) const {
        return wait_for(key, time_left(deadline));
    }
    /// As wait(), until a moment of the calendar; setting the system's clock moves it.
    template <typename Duration>
    outcome
    wait_until(void const* key,
               std::chrono::time_point<std::chrono::system_clock, Duration> deadline) const {
        return wait_with(key, absolute_timeout(deadline));
    }

    /// Releases one waiter of the key; **blocks until there is one**.
    void release(void const* key) const;
    /// As release(), for at most `interval`; zero or less looks once and does not block.
    template <typename Rep, typename Period>
    outcome release_for(void const* key, std::chrono::duration<Rep, Period> interval) const {
        return release_with(key, relative_timeout(interval));
    }
    /// As release(), until a moment of the steady clock.
    outcome release_until(void const* key, clock::time_point deadline) const {
        return release_for(key, time_left(deadline));
    }

    nt::HANDLE native_handle() const noexcept { return handle_; }

protected:
    nt::HANDLE handle_ = nullptr;

private:
    outcome wait_with(void const* key, nt::LARGE_INTEGER timeout) const;
    outcome release_with(void const* key, nt::LARGE_INTEGER timeout) const;
};

/// The default object, for locks that need no handle of their own. All the locks of all the labs
/// share it: their addresses, used as keys, tell them apart. It is there before main() begins and after
/// it has returned: it is a constant, and nothing destroys it.
inline constexpr keyed_event_view default_event;

} // namespace kev::lab02
