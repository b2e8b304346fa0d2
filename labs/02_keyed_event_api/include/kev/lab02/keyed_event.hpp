/// @file
/// A keyed event as a C++ object: a handle that closes itself. Everything else is the raw call of
/// nt_keyed_event.hpp.
#pragma once

#include <string_view>

#include <kev/lab02/keyed_event_view.hpp>

namespace kev::lab02 {

/// A keyed event, owned. What can be done with it is in keyed_event_view.
class keyed_event : public keyed_event_view {
public:
    /// The process-wide default; default_event is the same and needs no object.
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

    /// Closes the handle; the object can then only be assigned to or destroyed. Threads that are
    /// inside keep the kernel's object alive.
    void close() noexcept;

private:
    explicit keyed_event(nt::HANDLE owned) noexcept : keyed_event_view(owned) {}
};

} // namespace kev::lab02
