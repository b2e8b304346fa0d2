#include "machine.hpp"

#include <array>

#include <kev/native/windows_api.hpp>

namespace kev::windows_check {

namespace {

constexpr char version_key[] = R"(SOFTWARE\Microsoft\Windows NT\CurrentVersion)";
constexpr char processor_key[] = R"(HARDWARE\DESCRIPTION\System\CentralProcessor\0)";

std::string text_in(char const* key, char const* name) {
    std::array<char, 256> text{};
    DWORD size = text.size() - 1;
    RegGetValueA(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ | RRF_SUBKEY_WOW6464KEY, nullptr,
                 text.data(), &size);
    std::string found(text.data());
    found.erase(found.find_last_not_of(' ') + 1);
    return found;
}

DWORD number_in(char const* key, char const* name) {
    DWORD number = 0;
    DWORD size = sizeof number;
    RegGetValueA(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_DWORD | RRF_SUBKEY_WOW6464KEY, nullptr,
                 &number, &size);
    return number;
}

template <typename Function>
Function* in(char const* library, char const* name) {
    FARPROC const found = GetProcAddress(GetModuleHandleA(library), name);
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(found));
}

std::string kind_of_machine() {
    USHORT process = 0;
    USHORT native = 0;
    auto* const ask = in<BOOL WINAPI(HANDLE, USHORT*, USHORT*)>("kernel32", "IsWow64Process2");
    if (ask == nullptr || !ask(GetCurrentProcess(), &process, &native)) {
        SYSTEM_INFO info{};
        GetNativeSystemInfo(&info);
        return info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_INTEL ? "x86" : "x64";
    }
    return native == 0xAA64 ? "ARM64" : native == 0x14C ? "x86" : "x64"; // IMAGE_FILE_MACHINE_...
}

// The registry says "Windows 10" on 11, too.
std::string name_of(RTL_OSVERSIONINFOW const& version) {
    std::string const release = text_in(version_key, "DisplayVersion");
    std::string name = "Windows NT " + std::to_string(version.dwMajorVersion) + "." +
                       std::to_string(version.dwMinorVersion);
    if (version.dwMajorVersion == 10)
        name = version.dwBuildNumber >= 22000 ? "Windows 11" : "Windows 10";
    if (text_in(version_key, "InstallationType").starts_with("Server")) name += " (Server)";
    return release.empty() ? name : name + " " + release;
}

} // namespace

machine this_machine() {
    machine found;
    RTL_OSVERSIONINFOW version{};
    version.dwOSVersionInfoSize = sizeof version;
    if (auto* const ask = in<LONG WINAPI(RTL_OSVERSIONINFOW*)>("ntdll", "RtlGetVersion"))
        ask(&version);
    found.build = std::to_string(version.dwMajorVersion) + "." +
                  std::to_string(version.dwMinorVersion) + "." +
                  std::to_string(version.dwBuildNumber) + "." +
                  std::to_string(number_in(version_key, "UBR"));
    auto* const wine = in<char const* __cdecl()>("ntdll", "wine_get_version");
    found.is_wine = wine != nullptr;
    found.system = found.is_wine ? std::string("Wine ") + wine() : name_of(version);
    found.processor = text_in(processor_key, "ProcessorNameString");
    found.model = text_in(processor_key, "Identifier");
    found.kind = kind_of_machine();
    found.threads = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return found;
}

} // namespace kev::windows_check
