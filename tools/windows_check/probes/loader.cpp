#include "probe.hpp"

#include <atomic>
#include <cstdlib>

namespace kev::windows_check {

namespace {

// The DLL prints by itself. It lies beside this program, where the system looks first: its whole path may have letters that
// no code page has.
std::string load_module() {
    return LoadLibraryA("probe_module.dll") != nullptr
               ? ""
               : "the DLL was not loaded: error " + std::to_string(GetLastError());
}
std::string freed_library() {
    std::string const trouble = load_module();
    FreeLibrary(GetModuleHandleA("probe_module.dll"));
    return trouble;
}

void* main_fiber = nullptr;
bool lies_on_the_stack_of_the_teb() {
    auto const* const limits = reinterpret_cast<NT_TIB const*>(NtCurrentTeb());
    int here = 0;
    return &here > static_cast<void*>(limits->StackLimit) &&
           &here < static_cast<void*>(limits->StackBase);
}
void CALLBACK fiber(void* answer) {
    *static_cast<bool*>(answer) = lies_on_the_stack_of_the_teb();
    SwitchToFiber(main_fiber);
}

std::string fiber_stack() {
    bool inside = false;
    main_fiber = ConvertThreadToFiber(nullptr);
    void* const other = CreateFiber(0, fiber, &inside);
    if (main_fiber == nullptr || other == nullptr)
        return "no fiber: error " + std::to_string(GetLastError());
    SwitchToFiber(other);
    return std::string("StackBase and StackLimit are ") +
           (inside ? "the fiber's" : "not the fiber's") + ", and after it " +
           (lies_on_the_stack_of_the_teb() ? "the thread's again" : "not the thread's");
}

std::atomic<int> exit_calls{0};
DWORD first_thread = 0;
void say_at_exit() {
    int const now = ++exit_calls;
    std::printf("exit function, call %d, in %s thread; ", now,
                GetCurrentThreadId() == first_thread ? "the first" : "another");
    std::fflush(stdout);
    if (now == 1) std::thread([] { std::exit(8); }).detach();
    Sleep(300);
}

std::string exit_of_a_second_thread() {
    first_thread = GetCurrentThreadId();
    std::atexit(say_at_exit);
    std::thread([] { std::exit(7); }).detach();
    Sleep(5000);
    return "the first thread has lived on for five seconds";
}

void nothing() {}
void register_at_exit() {
    static std::atomic<bool> back{false};
    std::thread([] {
        std::atexit(nothing);
        back = true;
    }).detach();
    for (int i = 0; i < 100 && !back; ++i) Sleep(10);
    std::printf("atexit() of another thread %s", back ? "returns" : "waits for the end of exit()");
    std::fflush(stdout);
}

std::string atexit_during_exit() {
    std::atexit(register_at_exit);
    return "";
}

// An AppContainer needs a profile; it is deleted again. The child says by its exit code what the system answers.
std::string section_in_container() {
    auto* const create =
        in<HRESULT WINAPI(PCWSTR, PCWSTR, PCWSTR, SID_AND_ATTRIBUTES*, DWORD, PSID*)>(
            "userenv", "CreateAppContainerProfile");
    auto* const destroy = in<HRESULT WINAPI(PCWSTR)>("userenv", "DeleteAppContainerProfile");
    if (create == nullptr || destroy == nullptr) return "this system has no AppContainers";
    SECURITY_CAPABILITIES capabilities{};
    constexpr wchar_t name[] = L"kev.windows.check";
    HRESULT const made = create(name, name, name, nullptr, 0, &capabilities.AppContainerSid);
    if (made < 0) return "no AppContainer was made: " + hexadecimal(made);
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    std::vector<char> memory(size);
    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof startup;
    startup.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory.data());
    InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size);
    UpdateProcThreadAttribute(startup.lpAttributeList, 0,
                              PROC_THREAD_ATTRIBUTE_SECURITY_CAPABILITIES, &capabilities,
                              sizeof capabilities, nullptr, nullptr);
    wchar_t path[32768] = L"";
    GetModuleFileNameW(nullptr, path, 32768);
    wchar_t command[] = L"probes --in-container";
    PROCESS_INFORMATION process{};
    std::string answer;
    if (CreateProcessW(path, command, nullptr, nullptr, FALSE, EXTENDED_STARTUPINFO_PRESENT,
                       nullptr, nullptr, &startup.StartupInfo, &process)) {
        WaitForSingleObject(process.hProcess, 5000);
        DWORD code = 0;
        GetExitCodeProcess(process.hProcess, &code);
        answer = code == 0 ? "it is made" : "error " + hexadecimal(static_cast<long>(code));
    } else {
        answer = "no process in an AppContainer: error " + std::to_string(GetLastError());
    }
    destroy(name);
    return answer;
}

} // namespace

int child_in_container() {
    HANDLE const section = CreateFileMappingA(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0,
                                              4096, "kev-probe-section");
    return section != nullptr ? 0 : static_cast<int>(GetLastError());
}

std::vector<probe> loader_probes() {
    return {{"freed-library", "In which order does FreeLibrary call TLS callbacks and DllMain?",
             freed_library},
            {"process-end",
             "What does a TLS callback of a DLL get as its third argument when the process ends?",
             load_module},
            {"fiber-stack", "Does SwitchToFiber change the stack that the TEB names?", fiber_stack},
            {"second-exit", "What do two threads see that call exit()?", exit_of_a_second_thread},
            {"atexit-in-exit", "May a thread call atexit() while another is in exit()?",
             atexit_during_exit},
            {"container-section", "May an AppContainer make a section whose name has no Local\\?",
             section_in_container}};
}

} // namespace kev::windows_check
