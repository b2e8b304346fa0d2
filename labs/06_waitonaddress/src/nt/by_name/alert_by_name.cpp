// Found by name, for an import library of ntdll that lacks the calls: as lab 02's ntdll_by_name.cpp, but when the
// program starts and not at the first call. Between its join and its sleep a thread must not meet a lock that
// sleeps by alerts (thread_alert.hpp), and the loader has one.
#include <kev/lab06/nt_alert.hpp>

#include <kev/native/nt/ntdll_function.hpp>

namespace kev::nt {

namespace {

// Who waits still earlier, while other static objects are made, is told that it was alerted, and looks again. Nobody
// sleeps before the alert is there, for it is found first.
auto* const alert_thread =
    ntdll_function<decltype(NtAlertThreadByThreadId)>("NtAlertThreadByThreadId");
auto* const wait_for_alert =
    ntdll_function<decltype(NtWaitForAlertByThreadId)>("NtWaitForAlertByThreadId");

} // namespace

extern "C" {

NTSTATUS NtAlertThreadByThreadId(HANDLE ThreadId) {
    return alert_thread != nullptr ? alert_thread(ThreadId) : STATUS_PROCEDURE_NOT_FOUND;
}

NTSTATUS NtWaitForAlertByThreadId(PVOID Address, PLARGE_INTEGER Timeout) {
    return wait_for_alert != nullptr ? wait_for_alert(Address, Timeout)
                                     : STATUS_PROCEDURE_NOT_FOUND;
}

} // extern "C"

} // namespace kev::nt
