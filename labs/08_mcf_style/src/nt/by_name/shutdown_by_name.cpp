// For an import library of ntdll that lacks the call: as lab 02's ntdll_by_name.cpp.
#include <kev/lab08/nt_shutdown.hpp>

#include <kev/native/windows_api.hpp>

extern "C" kev::nt::BOOLEAN RtlDllShutdownInProgress() {
    using function = kev::nt::BOOLEAN();
    static auto* const call = reinterpret_cast<function*>(reinterpret_cast<void*>(
        GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlDllShutdownInProgress")));
    return call != nullptr ? call() : kev::nt::BOOLEAN{0};
}
