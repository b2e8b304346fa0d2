/// @file
/// A keyed event as a C++ object: a handle that closes itself. Its functions make the calls of
/// nt_keyed_event.hpp.
#pragma once

#include <string_view>

#include <kev/lab02/keyed_event_view.hpp>

namespace kev::lab02 {

/// A keyed event that owns its handle. Its base keyed_event_view has the operations.
class keyed_event : public keyed_event_view {
public:
    /// The process-wide default object. default_event is the same object and needs no constructor.
    constexpr keyed_event() noexcept = default;

    /// A new object without a name. Throws std::system_error.
    static keyed_event create(nt::ACCESS_MASK access = nt::KEYEDEVENT_ALL_ACCESS);

    /// A new object that other processes can open by this name, such as `\BaseNamedObjects\mine`. Throws
    /// std::system_error; its code is STATUS_OBJECT_NAME_COLLISION if the name is in use.
    static keyed_event create_named(std::u16string_view name,
                                    nt::ACCESS_MASK access = nt::KEYEDEVENT_ALL_ACCESS);

    /// An existing object, such as `\KernelObjects\CritSecOutOfMemoryEvent`, which every NT has.
    /// Throws std::system_error. Threads of two processes that share an object do not meet, because
    /// keys of different processes never match.
    static keyed_event open(std::u16string_view name,
                            nt::ACCESS_MASK access = nt::KEYEDEVENT_WAIT | nt::KEYEDEVENT_WAKE);

    keyed_event(keyed_event&& other) noexcept;
    keyed_event& operator=(keyed_event&& other) noexcept;
    ~keyed_event();

    /// Closes the handle. After that the program may only assign to the object or destroy it. Threads that
    /// are in a call keep the kernel's object alive.
    void close() noexcept;

private:
    explicit keyed_event(nt::HANDLE owned) noexcept : keyed_event_view(owned) {}
};

} // namespace kev::lab02
