// For an import library of ntdll that lacks the calls (an old Windows SDK): they are looked up by name. The definitions
// here satisfy the linker instead of the import library.
//
// A look-up takes the lock of the loader, so it is done when the program starts, or when its DLL is loaded. The first wait
// of a thread would be too late: the thread has announced itself by then, and a releaser that owns the loader's lock is
// blocked until the waiter is in the kernel.
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include <kev/native/nt/ntdll_function.hpp>

namespace kev::nt {

namespace {

struct calls {
    decltype(NtCreateKeyedEvent)* create =
        ntdll_function<decltype(NtCreateKeyedEvent)>("NtCreateKeyedEvent");
    decltype(NtOpenKeyedEvent)* open =
        ntdll_function<decltype(NtOpenKeyedEvent)>("NtOpenKeyedEvent");
    decltype(NtWaitForKeyedEvent)* wait =
        ntdll_function<decltype(NtWaitForKeyedEvent)>("NtWaitForKeyedEvent");
    decltype(NtReleaseKeyedEvent)* release =
        ntdll_function<decltype(NtReleaseKeyedEvent)>("NtReleaseKeyedEvent");
    bool looked_up = true;
};

calls const found_at_the_start;

// All zero until it is made. A lock that another static object uses still earlier makes one for its own call.
calls found() noexcept {
    return found_at_the_start.looked_up ? found_at_the_start : calls();
}

template <typename Call, typename... Arguments>
NTSTATUS ask(Call* call, Arguments... arguments) noexcept {
    return call != nullptr ? call(arguments...) : STATUS_PROCEDURE_NOT_FOUND;
}

} // namespace

extern "C" {

NTSTATUS KEV_NTAPI NtCreateKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                                      POBJECT_ATTRIBUTES ObjectAttributes, ULONG Flags) {
    return ask(found().create, KeyedEventHandle, DesiredAccess, ObjectAttributes, Flags);
}

NTSTATUS KEV_NTAPI NtOpenKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK DesiredAccess,
                                    POBJECT_ATTRIBUTES ObjectAttributes) {
    return ask(found().open, KeyedEventHandle, DesiredAccess, ObjectAttributes);
}

NTSTATUS KEV_NTAPI NtWaitForKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                                       PLARGE_INTEGER Timeout) {
    return ask(found().wait, KeyedEventHandle, Key, Alertable, Timeout);
}

NTSTATUS KEV_NTAPI NtReleaseKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN Alertable,
                                       PLARGE_INTEGER Timeout) {
    return ask(found().release, KeyedEventHandle, Key, Alertable, Timeout);
}

} // extern "C"

} // namespace kev::nt
