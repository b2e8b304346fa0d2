// Found by name, for an import library of ntdll that lacks the calls: as lab 02's ntdll_by_name.cpp, but when the
// program starts and not at the first call. Between its join and its sleep a thread must not meet a lock that
// sleeps by alerts (thread_alert.hpp), and the loader has one.
#include <kev/lab06/thread_alert.hpp>

#include <kev/native/nt/ntdll_function.hpp>

#include <cstdio>
#include <cstdlib>

namespace kev::nt {

namespace {

struct alerts {
    using wake = decltype(NtAlertThreadByThreadId);
    using sleep = decltype(NtWaitForAlertByThreadId);

    wake* const alert_thread = ntdll_function<wake>("NtAlertThreadByThreadId");
    sleep* const wait_for_alert = ntdll_function<sleep>("NtWaitForAlertByThreadId");
    bool const looked_up = true;
};

// All zero until it is constructed. A thread that waits earlier, while other static objects are constructed, is told
// that it was alerted, and looks again. No thread sleeps before the alert is known, because the alert is found first.
alerts const found;

// A thread that is always told that it was alerted would look again forever, so the program ends instead.
[[noreturn]] void end_without_alerts() {
    std::fputs("kev: this ntdll has no NtWaitForAlertByThreadId, as Windows 7 has none; lab 06 "
               "cannot put a thread to sleep here\n",
               stderr);
    std::abort();
}

} // namespace

extern "C" {

NTSTATUS KEV_NTAPI NtAlertThreadByThreadId(HANDLE ThreadId) {
    return found.alert_thread != nullptr ? found.alert_thread(ThreadId)
                                         : STATUS_PROCEDURE_NOT_FOUND;
}

NTSTATUS KEV_NTAPI NtWaitForAlertByThreadId(PVOID Address, PLARGE_INTEGER Timeout) {
    if (found.wait_for_alert != nullptr) return found.wait_for_alert(Address, Timeout);
    if (found.looked_up) end_without_alerts();
    return STATUS_PROCEDURE_NOT_FOUND;
}

} // extern "C"

} // namespace kev::nt
