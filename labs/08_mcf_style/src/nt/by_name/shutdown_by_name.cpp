// For an import library of ntdll that lacks the call: as lab 02's ntdll_by_name.cpp, but when the program starts. A
// thread that was killed while it looked the call up would own the guard of a static object of the function forever.
#include <kev/lab08/nt_shutdown.hpp>

#include <kev/native/nt/ntdll_function.hpp>

namespace {

auto* const shutdown_in_progress =
    kev::ntdll_function<decltype(RtlDllShutdownInProgress)>("RtlDllShutdownInProgress");

} // namespace

extern "C" kev::nt::BOOLEAN KEV_NTAPI RtlDllShutdownInProgress() {
    return shutdown_in_progress != nullptr ? shutdown_in_progress() : kev::nt::BOOLEAN{0};
}
