// The linker's --wrap=NAME turns every call of NAME in this program into one of __wrap_NAME, and calls the
// real one __real_NAME. So the tracer sees the locks' calls, and no lock knows of the tracer.
#include "sleeping.hpp"

#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/nt_call.hpp>
#include <kev/trace/log.hpp>

using kev::nt::BOOLEAN;
using kev::nt::HANDLE;
using kev::nt::NTSTATUS;
using kev::nt::PLARGE_INTEGER;
using kev::nt::PVOID;

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {

NTSTATUS KEV_NTAPI __real_NtWaitForKeyedEvent(HANDLE, PVOID, BOOLEAN, PLARGE_INTEGER);
NTSTATUS KEV_NTAPI __real_NtReleaseKeyedEvent(HANDLE, PVOID, BOOLEAN, PLARGE_INTEGER);

NTSTATUS KEV_NTAPI __wrap_NtWaitForKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable,
                                              PLARGE_INTEGER timeout) {
    kev::trace::note(kev::trace::what::sleep, key);
    NTSTATUS const status = __real_NtWaitForKeyedEvent(event, key, alertable, timeout);
    kev::trace::note(kev::trace::what::woken, key);
    return status;
}

NTSTATUS KEV_NTAPI __wrap_NtReleaseKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable,
                                              PLARGE_INTEGER timeout) {
    kev::trace::note(kev::trace::what::wake, key);
    return __real_NtReleaseKeyedEvent(event, key, alertable, timeout);
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier)

namespace kev::lab07 {

bool sleeping_is_traced() noexcept {
    return true;
}

} // namespace kev::lab07
