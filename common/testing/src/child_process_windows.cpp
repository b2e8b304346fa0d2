#include <kev/testing/child_process.hpp>

#include <array>
#include <stdexcept>

#include <kev/native/windows_api.hpp>

namespace kev::testing {

namespace {

[[noreturn]] void fail(char const* call) {
    throw std::runtime_error(std::string(call) + " failed: " + std::to_string(GetLastError()));
}

std::string own_path() {
    std::array<char, MAX_PATH> path{};
    GetModuleFileNameA(nullptr, path.data(), MAX_PATH);
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
    STARTUPINFOA startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdOutput = write_end;
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    std::string command = "\"" + own_path() + "\" --role=" + role;
    BOOL const started = CreateProcessA(nullptr, command.data(), nullptr, nullptr, TRUE, 0, nullptr,
                                        nullptr, &startup, &state_->process);
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
