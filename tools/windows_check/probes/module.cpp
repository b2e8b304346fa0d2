// probe_module.dll: says when the loader calls it.
#include <cstdio>

#include <kev/native/windows_api.hpp>

namespace {

// At the end of a process the C library may have closed its streams.
void say(char const* what, DWORD reason, void* third) {
    char const* const names[] = {"detach", "attach", "thread attach", "thread detach"};
    char text[80];
    int const length =
        std::snprintf(text, sizeof text, "%s at %s, third argument %s; ", what,
                      reason < 4 ? names[reason] : "?", third == nullptr ? "null" : "not null");
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, static_cast<DWORD>(length), &written, nullptr);
}

void NTAPI callback(void*, DWORD reason, void* third) {
    if (reason == DLL_PROCESS_ATTACH || reason == DLL_PROCESS_DETACH)
        say("TLS callback", reason, third);
}

} // namespace

#if defined(_MSC_VER)
#if defined(_M_IX86)
#pragma comment(linker, "/INCLUDE:__tls_used")
#else
#pragma comment(linker, "/INCLUDE:_tls_used")
#endif
#pragma section(".CRT$XLM", read)
extern "C" __declspec(allocate(".CRT$XLM")) PIMAGE_TLS_CALLBACK const kev_probe_callback = callback;
#else
extern "C" [[gnu::section(".CRT$XLM"), gnu::used]] PIMAGE_TLS_CALLBACK const kev_probe_callback =
    callback;
#endif

extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD reason, void* third) {
    if (reason == DLL_PROCESS_ATTACH || reason == DLL_PROCESS_DETACH) say("DllMain", reason, third);
    return TRUE;
}
