/// @file
/// A keyed event as a C++ object: a handle that closes itself, times as std::chrono has them, misuse
/// as an exception. Everything else is the raw call of nt_keyed_event.hpp.
#pragma once

#include <chrono>
#include <string_view>

#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_time.hpp>
#include <kev/world.hpp>

namespace kev::lab02 {

/// How a wait or a release with a time limit ended.
enum class outcome {
    met,       ///< one waiter and one releaser went on together
    timed_out, ///< nobody came; the call has left no trace in the object
};

/// A keyed event, owned.
///
/// wait() and release() throw std::system_error (category nt_category()) on misuse: an odd key, a
/// closed handle, a right that is missing. All are mistakes of the program, so a lock calls them from
/// noexcept functions: the message ends the program instead of a lock that half worked.
///
/// A key is an address; it is compared and never dereferenced.
class keyed_event {
public:
    /// The process-wide default, which needs no creation and cannot fail: the NULL handle. Windows
    /// Vista and later. It is constant-initialised, so locks that work before main() may use it.
    constexpr keyed_event() noexcept = default;

    /// A new object without a name. Throws std::system_error.
    static keyed_event create(nt::ACCESS_MASK access = nt::KEYEDEVENT_ALL_ACCESS);

    /// A new object that others can open by this name, such as `\BaseNamedObjects\mine`.
    /// Throws std::system_error; a name that is taken is STATUS_OBJECT_NAME_COLLISION.
    static keyed_event create_named(std::u16string_view name,
                                    nt::ACCESS_MASK access = nt::KEYEDEVENT_ALL_ACCESS);

    /// An existing object, such as `\KernelObjects\CritSecOutOfMemoryEvent`, which every NT has.
    /// Throws std::system_error. Sharing an object between processes does not make them meet: keys
    /// of different processes never match.
    static keyed_event open(std::u16string_view name,
                            nt::ACCESS_MASK access = nt::KEYEDEVENT_WAIT | nt::KEYEDEVENT_WAKE);

    keyed_event(keyed_event&& other) noexcept;
    keyed_event& operator=(keyed_event&& other) noexcept;
    ~keyed_event();

    /// Waits until the key is released. Blocks without limit.
    void wait(void const* key) const;
    /// As wait(), for at most `interval`; zero or less looks once and does not block.
    template <typename Rep, typename Period>
    outcome wait_for(void const* key, std::chrono::duration<Rep, Period> interval) const {
        return wait_with(key, relative_timeout(interval));
    }
    /// As wait(), until a moment of the steady clock.
    outcome wait_until(void const* key, clock::time_point deadline) const {
        return wait_for(key, deadline - clock::now());
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
        return release_for(key, deadline - clock::now());
    }

    /// Closes the handle; the object can then only be assigned to or destroyed. Threads that are
    /// inside keep the kernel's object alive.
    void close() noexcept;

    nt::HANDLE native_handle() const noexcept { return handle_; }

private:
    explicit keyed_event(nt::HANDLE owned) noexcept : handle_(owned) {}
    outcome wait_with(void const* key, nt::LARGE_INTEGER timeout) const;
    outcome release_with(void const* key, nt::LARGE_INTEGER timeout) const;

    nt::HANDLE handle_ = nullptr;
};

/// The default object, for locks that need no handle of their own. All the locks of all the labs
/// share it: their addresses, used as keys, tell them apart.
inline constinit keyed_event const default_event;

} // namespace kev::lab02
