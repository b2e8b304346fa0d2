// For an import library of ntdll that lacks the calls: as shutdown_by_name.cpp, when the program starts. Between its
// count-in and its sleep a thread must not meet the loader's lock.
#include <kev/lab08/nt_address.hpp>

#include <kev/lab02/nt_status.hpp>
#include <kev/native/nt/ntdll_function.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

struct calls {
    using wait_call = decltype(RtlWaitOnAddress);
    using wake_call = decltype(RtlWakeAddressSingle);

    wait_call* const wait = kev::ntdll_function<wait_call>("RtlWaitOnAddress");
    wake_call* const wake_one = kev::ntdll_function<wake_call>("RtlWakeAddressSingle");
    wake_call* const wake_all = kev::ntdll_function<wake_call>("RtlWakeAddressAll");
    bool const looked_up = true;
};

// All zero until it is made. A thread that sleeps still earlier, while other static objects are made, returns at
// once and looks again. No thread sleeps before all three calls are there.
calls const found;

// A thread that cannot sleep would look again forever.
[[noreturn]] void end_without_calls() {
    std::fputs("kev: this ntdll has no RtlWaitOnAddress, as Windows 7 has none; build with "
               "KEV_SLEEP_BY=keyed\n",
               stderr);
    std::abort();
}

} // namespace

extern "C" {

kev::nt::NTSTATUS KEV_NTAPI RtlWaitOnAddress(void const volatile* Address,
                                             void const* CompareAddress, std::size_t AddressSize,
                                             kev::nt::LARGE_INTEGER const* Timeout) {
    if (found.wait != nullptr) return found.wait(Address, CompareAddress, AddressSize, Timeout);
    if (found.looked_up) end_without_calls();
    return kev::nt::STATUS_SUCCESS;
}

void KEV_NTAPI RtlWakeAddressSingle(void const* Address) {
    if (found.wake_one != nullptr) found.wake_one(Address);
}

void KEV_NTAPI RtlWakeAddressAll(void const* Address) {
    if (found.wake_all != nullptr) found.wake_all(Address);
}

} // extern "C"
