/// @file
/// The sleep by address, as ntdll has it: what WaitOnAddress and its partners call. Only the sources for
/// Windows use it.
#pragma once

#include <cstddef>

#include <kev/lab02/nt_keyed_event.hpp>

extern "C" {

/// Sleeps while `AddressSize` bytes at `Address` equal those at `CompareAddress`. `Timeout` is as in
/// NtWaitForKeyedEvent; null: no limit. Windows 8 and later. Source of the declaration: phnt, Wine.
kev::nt::NTSTATUS KEV_NTAPI RtlWaitOnAddress(void const volatile* Address,
                                             void const* CompareAddress, std::size_t AddressSize,
                                             kev::nt::LARGE_INTEGER const* Timeout);
void KEV_NTAPI RtlWakeAddressSingle(void const* Address);
void KEV_NTAPI RtlWakeAddressAll(void const* Address);
}
