/// @file
/// Keyed events as C++ objects: waiting and releasing, with times of std::chrono and an exception for misuse.
///
/// The calls of NT below it are in nt_keyed_event.hpp, which a user of this file need not read.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

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
    constexpr explicit keyed_event_view(void* open) noexcept : handle_(open) {}

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

    void* native_handle() const noexcept { return handle_; }

protected:
    void* handle_ = nullptr;

private:
    outcome wait_with(void const* key, nt::LARGE_INTEGER timeout) const;
    outcome release_with(void const* key, nt::LARGE_INTEGER timeout) const;
};

/// The default object, for locks that need no handle of their own. The locks of all labs share it. Their
/// addresses are the keys, which tell the locks apart. The object is a constant, and nothing destroys it. So a
/// lock may use it before main() begins and after main() has returned.
inline constexpr keyed_event_view default_event;

/// A keyed event that owns its handle. Its base keyed_event_view has the operations.
class keyed_event : public keyed_event_view {
public:
    /// The process-wide default object. default_event is the same object and needs no constructor.
    constexpr keyed_event() noexcept = default;

    // What a handle permits: NT's KEYEDEVENT_WAIT, KEYEDEVENT_WAKE and KEYEDEVENT_ALL_ACCESS.
    static constexpr std::uint32_t may_wait = 0x0001;
    static constexpr std::uint32_t may_release = 0x0002;
    static constexpr std::uint32_t every_right = 0x000F'0003; ///< the standard rights, too

    /// A new object without a name. Throws std::system_error.
    static keyed_event create(std::uint32_t rights = every_right);

    /// A new object that other processes can open by this name, such as `\BaseNamedObjects\mine`. Throws
    /// std::system_error; its code is STATUS_OBJECT_NAME_COLLISION if the name is in use.
    static keyed_event create_named(std::u16string_view name, std::uint32_t rights = every_right);

    /// An existing object, such as `\KernelObjects\CritSecOutOfMemoryEvent`, which every NT has.
    /// Throws std::system_error. Threads of two processes that share an object do not meet, because
    /// keys of different processes never match.
    static keyed_event open(std::u16string_view name,
                            std::uint32_t rights = may_wait | may_release);

    keyed_event(keyed_event&& other) noexcept;
    keyed_event& operator=(keyed_event&& other) noexcept;
    ~keyed_event();

    /// Closes the handle. After that the program may only assign to the object or destroy it. Threads that
    /// are in a call keep the kernel's object alive.
    void close() noexcept;

private:
    explicit keyed_event(void* owned) noexcept : keyed_event_view(owned) {}
};

} // namespace kev::lab02
