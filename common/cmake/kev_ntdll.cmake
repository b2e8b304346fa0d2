# Does the import library of ntdll have the keyed-event calls, those of alerts, those of the sleep by address, and the
# question whether the process ends? mingw-w64's has; an old Windows SDK's may not. KEV_NTDLL is `linked` or `by_name`
# (GetProcAddress).
include_guard(DIRECTORY)

set(KEV_NTDLL linked)
if(WIN32)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES ntdll)
  set(CMAKE_REQUIRED_INCLUDES ${KEV_ROOT}/common/annotations)
  check_cxx_source_compiles(
    "#include <kev/nt_call.hpp>
     extern \"C\" int KEV_NTAPI NtCreateKeyedEvent(void**, unsigned, void*, unsigned);
     extern \"C\" int KEV_NTAPI NtReleaseKeyedEvent(void*, void*, unsigned char, void*);
     extern \"C\" int KEV_NTAPI NtAlertThreadByThreadId(void*);
     extern \"C\" unsigned char KEV_NTAPI RtlDllShutdownInProgress();
     extern \"C\" void KEV_NTAPI RtlWakeAddressSingle(void const*);
     int main() { void* h = 0; RtlWakeAddressSingle(h);
                  return NtCreateKeyedEvent(&h, 3, 0, 0) + NtReleaseKeyedEvent(h, &h, 0, 0)
                         + NtAlertThreadByThreadId(h) + RtlDllShutdownInProgress(); }"
    KEV_NTDLL_LINKS)
  unset(CMAKE_REQUIRED_LIBRARIES)
  unset(CMAKE_REQUIRED_INCLUDES)
  if(KEV_NTDLL_BY_NAME OR NOT KEV_NTDLL_LINKS)
    set(KEV_NTDLL by_name)
  endif()
endif()
