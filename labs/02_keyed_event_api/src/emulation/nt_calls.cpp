// The four calls, and NtClose, off Windows: checks in NT's order, then the table.
#include <kev/lab02/emulation/nt_deadline.hpp>
#include <kev/lab02/nt_access.hpp>
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include "handle_table.hpp"

#include <new>

namespace kev::nt {

namespace {

using lab02::outcome;
using lab02::emulation::deadline;
using lab02::emulation::handle_table;
using lab02::emulation::handles;
using lab02::emulation::keyed_event_table;
using lab02::emulation::side;
using lab02::emulation::to_deadline;

// The generic rights, and the rights of a keyed event for which each of them stands.
struct generic_right {
    ACCESS_MASK asked;
    ACCESS_MASK granted;
};
constexpr generic_right generic_rights[] = {
    {GENERIC_READ, READ_CONTROL | KEYEDEVENT_WAIT},
    {GENERIC_WRITE, READ_CONTROL | KEYEDEVENT_WAKE},
    {GENERIC_EXECUTE, READ_CONTROL},
    {GENERIC_ALL, KEYEDEVENT_ALL_ACCESS},
};

ACCESS_MASK without_generic_rights(ACCESS_MASK asked) noexcept {
    for (generic_right const& one : generic_rights)
        if ((asked & one.asked) != 0) asked = (asked & ~one.asked) | one.granted;
    return asked;
}

// The object behind a handle, if it is open and allows `access`. It lives until the end of the call.
NTSTATUS find_object(HANDLE handle, ACCESS_MASK access, handle_table::entry& found) {
    // Small negative values are pseudo-handles: the process, the thread, their tokens.
    auto const number = reinterpret_cast<std::intptr_t>(handle);
    if (number < 0 && number >= -6) return STATUS_OBJECT_TYPE_MISMATCH;
    auto const entry = handles().find(handle);
    if (!entry) return STATUS_INVALID_HANDLE;
    if ((entry->access & access) != access) return STATUS_ACCESS_DENIED;
    found = *entry;
    return STATUS_SUCCESS;
}

NTSTATUS meet(side mine, HANDLE handle, ACCESS_MASK access, PVOID key, PLARGE_INTEGER timeout) {
    if ((reinterpret_cast<std::uintptr_t>(key) & 1) != 0) return STATUS_INVALID_PARAMETER_1;
    deadline const limit = to_deadline(timeout);
    handle_table::entry found;
    keyed_event_table* table = nullptr;
    if (handle == nullptr) {
        table = &lab02::emulation::default_table(); // the common case needs no look-up
    } else {
        NTSTATUS const status = find_object(handle, access, found);
        if (status != STATUS_SUCCESS) return status;
        table = found.object.get();
    }
    return table->meet(mine, key, limit) == outcome::met ? STATUS_SUCCESS : STATUS_TIMEOUT;
}

std::u16string name_in(OBJECT_ATTRIBUTES const* attributes) {
    if (attributes == nullptr || attributes->ObjectName == nullptr) return {};
    UNICODE_STRING const& name = *attributes->ObjectName;
    return {name.Buffer, name.Length / sizeof(char16_t)};
}

} // namespace

extern "C" {

NTSTATUS NtCreateKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                            POBJECT_ATTRIBUTES ObjectAttributes, ULONG /*Flags*/) try {
    auto object = std::make_shared<keyed_event_table>();
    std::u16string const name = name_in(ObjectAttributes);
    if (!name.empty() && !handles().add_name(name, object)) return STATUS_OBJECT_NAME_COLLISION;
    *KeyedEventHandle =
        handles().insert({std::move(object), without_generic_rights(DesiredAccess)});
    return STATUS_SUCCESS;
} catch (std::bad_alloc const&) {
    return STATUS_NO_MEMORY;
}

NTSTATUS NtOpenKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                          POBJECT_ATTRIBUTES ObjectAttributes) try {
    auto object = handles().find_name(name_in(ObjectAttributes));
    if (object == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
    *KeyedEventHandle =
        handles().insert({std::move(object), without_generic_rights(DesiredAccess)});
    return STATUS_SUCCESS;
} catch (std::bad_alloc const&) {
    return STATUS_NO_MEMORY;
}

NTSTATUS NtWaitForKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN /*Alertable*/,
                             PLARGE_INTEGER Timeout) {
    // Nothing here sends APCs or alerts, so an alertable wait is an ordinary wait.
    return meet(side::waiter, KeyedEventHandle, KEYEDEVENT_WAIT, Key, Timeout);
}

NTSTATUS NtReleaseKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN /*Alertable*/,
                             PLARGE_INTEGER Timeout) {
    return meet(side::releaser, KeyedEventHandle, KEYEDEVENT_WAKE, Key, Timeout);
}

NTSTATUS NtClose(HANDLE Handle) {
    return handles().close(Handle) ? STATUS_SUCCESS : STATUS_INVALID_HANDLE;
}

} // extern "C"

} // namespace kev::nt
