#include "job.hpp"

#include <fstream>
#include <iterator>
#include <memory>

#include <kev/native/windows_api.hpp>

namespace kev::windows_check {

namespace {

struct close {
    using pointer = HANDLE;
    void operator()(HANDLE open) const noexcept { CloseHandle(open); }
};
using handle = std::unique_ptr<HANDLE, close>;

HANDLE new_job() {
    HANDLE const job = CreateJobObjectA(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

// A file and no pipe: nobody has to read while the program runs, and a child that lives on keeps nobody waiting.
HANDLE new_output(std::string const& file) {
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    return CreateFileA(file.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                       CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
}

// Before Windows 8 a process has one job. If we are in one that lets its processes leave, the second try leaves it.
bool start(std::string& command, HANDLE job, HANDLE output, PROCESS_INFORMATION& process) {
    STARTUPINFOA startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdOutput = output;
    startup.hStdError = output;
    for (DWORD const leave : {DWORD{0}, DWORD{CREATE_BREAKAWAY_FROM_JOB}}) {
        if (!CreateProcessA(nullptr, command.data(), nullptr, nullptr, TRUE,
                            CREATE_SUSPENDED | leave, nullptr, nullptr, &startup, &process))
            return false;
        if (AssignProcessToJobObject(job, process.hProcess)) return true;
        DWORD const error = GetLastError();
        TerminateProcess(process.hProcess, 1);
        CloseHandle(process.hThread);
        CloseHandle(process.hProcess);
        SetLastError(error);
    }
    return false;
}

} // namespace

std::string text_of(std::string const& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(in), {});
    std::erase(text, '\r');
    return text;
}

result run(std::string command, std::string const& output_file, double limit) {
    result found;
    {
        handle const job(new_job());
        handle const output(new_output(output_file));
        PROCESS_INFORMATION process{};
        if (!start(command, job.get(), output.get(), process)) {
            found.code = GetLastError();
            return found;
        }
        handle const thread(process.hThread);
        handle const program(process.hProcess);
        ULONGLONG const began = GetTickCount64();
        ResumeThread(thread.get());
        DWORD const waited = WaitForSingleObject(program.get(), static_cast<DWORD>(limit * 1000));
        found.how = waited == WAIT_TIMEOUT ? ending::hung : ending::exited;
        TerminateJobObject(job.get(), 1);
        WaitForSingleObject(program.get(), 5000);
        GetExitCodeProcess(program.get(), &found.code);
        found.seconds = static_cast<double>(GetTickCount64() - began) / 1000;
    }
    found.output = text_of(output_file);
    return found;
}

} // namespace kev::windows_check
