/// @file
/// A function of ntdll, found by its name. For source files that are for Windows.
#pragma once

#include <kev/native/windows_api.hpp>

namespace kev::inline native {

/// @return ntdll's function of that name; null if it has none. Takes the loader's lock, so it may block.
template <typename Function>
Function* ntdll_function(char const* name) noexcept {
    // ntdll is in every process before anything else; it is never loaded or freed.
    FARPROC const found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(found));
}

} // namespace kev::inline native
