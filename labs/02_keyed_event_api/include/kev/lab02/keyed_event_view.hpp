/// @file
/// Waiting and releasing, with times of std::chrono and an exception for misuse.
#pragma once

#include <chrono>

#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_time.hpp>
#include <kev/world.hpp>

namespace kev::lab02 {

/// How a wait or a release with a time limit ended.
enum class outcome {
    met,       ///< one waiter and one releaser went on together
    timed_out, ///< no partner came; the call has left no trace in the object
};

/// A keyed event whose handle another object keeps open, or the default one, which is always there.
///
/// wait() and release() throw std::system_error (category nt_category()) on misuse: an odd key, a
/// closed handle, a missing right. All are mistakes of the program. So a lock calls them from noexcept
/// functions: a mistake ends the program with its message, and no lock goes on half working.
///
/// A key is an address. The kernel compares it and never dereferences it.
class keyed_event_view {
public:
    /// The process-wide default, which needs no creation and cannot fail: the NULL handle. Windows
    /// Vista and later.
    constexpr keyed_event_view() noexcept = default;
    /// The object behind an open handle.
    constexpr explicit keyed_event_view(nt::HANDLE open) noexcept : handle_(open) {}

    /// Waits until the key is released. Blocks without limit.
    void wait(void const* key) const;
    /// As wait(), for at most `interval`. With zero or less it looks once and does not block.
    template <typename Rep, typename Period>
    outcome wait_for(void const* key, std::chrono::duration<Rep, Period> interval) const {
        return wait_with(key, lab02::relative_timeout(interval));
    }
    /// As wait(), until a moment of the steady clock.
    outcome wait_until(void const* key, clock::time_point deadline) const {
        return wait_for(key, time_left(deadline));
    }
    /// As wait(), until a moment of the calendar. Setting the system's clock moves that moment.
    template <typename Duration>
    outcome
    wait_until(void const* key,
               std::chrono::time_point<std::chrono::system_clock, Duration> deadline) const {
        return wait_with(key, lab02::absolute_timeout(deadline));
    }

    /// Releases one waiter of the key; **blocks until there is one**.
    void release(void const* key) const;
    /// As release(), for at most `interval`. With zero or less it looks once and does not block.
    template <typename Rep, typename Period>
    outcome release_for(void const* key, std::chrono::duration<Rep, Period> interval) const {
        return release_with(key, lab02::relative_timeout(interval));
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

/// The default object, for locks that need no handle of their own. The locks of all labs share it. Their
/// addresses are the keys, which tell the locks apart. The object is a constant, and nothing destroys it. So a
/// lock may use it before main() begins and after main() has returned.
inline constexpr keyed_event_view default_event;

} // namespace kev::lab02
