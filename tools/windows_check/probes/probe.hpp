/// @file
/// A question that only Windows can answer, and the few lines that ask it. An answer is never a failure.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>
#include <kev/lab02/nt_time.hpp>
#include <kev/native/windows_api.hpp>

namespace kev::windows_check {

struct probe {
    char const* name; ///< docs/unknown.md names it so
    char const* question;
    std::string (*answer)();
};

std::vector<probe> keyed_event_probes();
std::vector<probe> system_lock_probes();
std::vector<probe> loader_probes();

/// What a child of a probe does, which the system has to start in a way of its own. Returns its exit code.
int child_in_container();

using namespace std::chrono_literals;

/// Long enough that a thread that was told to sleep does sleep.
inline void let_it_sleep() {
    std::this_thread::sleep_for(50ms);
}

inline std::string hexadecimal(long status) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%lX", static_cast<unsigned long>(status));
    return text;
}

/// A function that not every Windows has; null, if this one has not.
template <typename Function>
Function* in(char const* library, char const* name) {
    HMODULE const found = LoadLibraryA(library);
    FARPROC const function = found != nullptr ? GetProcAddress(found, name) : nullptr;
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(function));
}

} // namespace kev::windows_check
