#include <kev/testing/child_process.hpp>

#include <array>
#include <stdexcept>
#include <string>

#include <kev/native/windows_api.hpp>

namespace kev::testing {

namespace {

[[noreturn]] void fail(char const* call) {
    throw std::runtime_error(std::string(call) + " failed: " + std::to_string(GetLastError()));
}

// The folder's name may have letters that the system's code page lacks.
std::wstring own_path() {
    std::array<wchar_t, 32768> path{};
    GetModuleFileNameW(nullptr, path.data(), path.size());
    return path.data();
}

} // namespace

struct child_process::state {
    PROCESS_INFORMATION process{};
    HANDLE output = nullptr;
    bool killed = false;
};

child_process::child_process(std::string const& role) : state_(std::make_unique<state>()) {
    SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
    HANDLE write_end = nullptr;
    if (!CreatePipe(&state_->output, &write_end, &inherit, 0)) fail("CreatePipe");
    SetHandleInformation(state_->output, HANDLE_FLAG_INHERIT, 0);
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdOutput = write_end;
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    std::wstring const path = own_path();
    std::wstring command = L'"' + path + L"\" --role=" + std::wstring(role.begin(), role.end());
    BOOL const started = CreateProcessW(path.c_str(), command.data(), nullptr, nullptr, TRUE, 0,
                                        nullptr, nullptr, &startup, &state_->process);
    CloseHandle(write_end);
    if (!started) fail("CreateProcess");
}

child_process::~child_process() {
    if (running()) kill();
    wait();
    CloseHandle(state_->process.hThread);
    CloseHandle(state_->process.hProcess);
    CloseHandle(state_->output);
}

void child_process::kill() {
    state_->killed = TerminateProcess(state_->process.hProcess, 1) != FALSE;
}

int child_process::wait() {
    WaitForSingleObject(state_->process.hProcess, INFINITE);
    DWORD code = 0;
    GetExitCodeProcess(state_->process.hProcess, &code);
    return state_->killed ? -1 : static_cast<int>(code);
}

bool child_process::running() {
    return WaitForSingleObject(state_->process.hProcess, 0) == WAIT_TIMEOUT;
}

std::string child_process::read_line() {
    std::string line;
    char letter = 0;
    DWORD count = 0;
    while (ReadFile(state_->output, &letter, 1, &count, nullptr) && count == 1 && letter != '\n')
        if (letter != '\r') line += letter;
    return line;
}

} // namespace kev::testing
