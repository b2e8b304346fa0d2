// For an import library of ntdll that lacks the calls: as lab 02's ntdll_by_name.cpp.
#include <kev/lab06/nt_alert.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::nt {

namespace {

template <typename Function>
Function* look_up(char const* name) noexcept {
    FARPROC const found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(found));
}

} // namespace

extern "C" {

NTSTATUS NtAlertThreadByThreadId(HANDLE ThreadId) {
    static auto* const call = look_up<decltype(NtAlertThreadByThreadId)>("NtAlertThreadByThreadId");
    return call != nullptr ? call(ThreadId) : STATUS_PROCEDURE_NOT_FOUND;
}

NTSTATUS NtWaitForAlertByThreadId(PVOID Address, PLARGE_INTEGER Timeout) {
    static auto* const call =
        look_up<decltype(NtWaitForAlertByThreadId)>("NtWaitForAlertByThreadId");
    return call != nullptr ? call(Address, Timeout) : STATUS_PROCEDURE_NOT_FOUND;
}

} // extern "C"

} // namespace kev::nt
