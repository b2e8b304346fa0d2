// For an import library of ntdll that lacks the calls (an old Windows SDK): they are looked up by name
// when they are first used. The definitions here satisfy the linker instead of the import library.
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include <kev/native/nt/ntdll_function.hpp>

namespace kev::nt {

extern "C" {

NTSTATUS NtCreateKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                            POBJECT_ATTRIBUTES ObjectAttributes, ULONG Flags) {
    static auto* const call = ntdll_function<decltype(NtCreateKeyedEvent)>("NtCreateKeyedEvent");
    if (call == nullptr) return STATUS_PROCEDURE_NOT_FOUND;
    return call(KeyedEventHandle, DesiredAccess, ObjectAttributes, Flags);
}

NTSTATUS NtOpenKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                          POBJECT_ATTRIBUTES ObjectAttributes) {
    static auto* const call = ntdll_function<decltype(NtOpenKeyedEvent)>("NtOpenKeyedEvent");
    if (call == nullptr) return STATUS_PROCEDURE_NOT_FOUND;
    return call(KeyedEventHandle, DesiredAccess, ObjectAttributes);
}

NTSTATUS NtWaitForKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                             PLARGE_INTEGER Timeout) {
    static auto* const call = ntdll_function<decltype(NtWaitForKeyedEvent)>("NtWaitForKeyedEvent");
    if (call == nullptr) return STATUS_PROCEDURE_NOT_FOUND;
    return call(KeyedEventHandle, Key, Alertable, Timeout);
}

NTSTATUS NtReleaseKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                             PLARGE_INTEGER Timeout) {
    static auto* const call = ntdll_function<decltype(NtReleaseKeyedEvent)>("NtReleaseKeyedEvent");
    if (call == nullptr) return STATUS_PROCEDURE_NOT_FOUND;
    return call(KeyedEventHandle, Key, Alertable, Timeout);
}

} // extern "C"

} // namespace kev::nt
