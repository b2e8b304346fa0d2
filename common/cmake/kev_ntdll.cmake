# Does the import library of ntdll have the keyed-event calls, those of alerts, those of the sleep by address, and the
# question whether the process ends? mingw-w64's has; an old Windows SDK's may not. KEV_NTDLL is `linked` or `by_name`
# (GetProcAddress).
include_guard(DIRECTORY)

set(KEV_NTDLL linked)
if(WIN32)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES ntdll)
  check_cxx_source_compiles(
    "extern \"C\" int NtCreateKeyedEvent(void**, unsigned, void*, unsigned);
     extern \"C\" int NtReleaseKeyedEvent(void*, void*, unsigned char, void*);
     extern \"C\" int NtAlertThreadByThreadId(void*);
     extern \"C\" unsigned char RtlDllShutdownInProgress();
     extern \"C\" void RtlWakeAddressSingle(void const*);
     int main() { void* h = 0; RtlWakeAddressSingle(h);
                  return NtCreateKeyedEvent(&h, 3, 0, 0) + NtReleaseKeyedEvent(h, &h, 0, 0)
                         + NtAlertThreadByThreadId(h) + RtlDllShutdownInProgress(); }"
    KEV_NTDLL_LINKS)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(KEV_NTDLL_BY_NAME OR NOT KEV_NTDLL_LINKS)
    set(KEV_NTDLL by_name)
  endif()
endif()
