// A DLL with an object of each kind. A thread owns them all, and the end of the process kills this thread. Then Windows
// calls DllMain, which waits for one of the objects. The environment variable KEV_ORPHAN says for which.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <string_view>

#include <kev/native/windows_api.hpp>

namespace {

using kev::counting_semaphore;
using kev::event;
using kev::recursive_mutex;
using kev::shared_mutex;
using namespace kev::lab08;
using namespace std::chrono_literals;

constinit mutex held;
constinit mutex free_one;
constinit recursive_mutex held_recursive;
constinit shared_mutex shared;
constinit once_flag once;
constinit event never_set;
constinit counting_semaphore<> no_permits;
constinit condition_variable never_notified;

constinit std::atomic<bool> owned{false};
constinit bool prepared = false;

// The C library is on its way out, too: straight to the pipe.
void say(std::string_view line) {
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), line.data(), static_cast<DWORD>(line.size()),
              &written, nullptr);
}

long never_made() {
    owned = true;
    Sleep(INFINITE);
    return 1;
}

// The compiler calls __cxa_guard_acquire for it, and the linker finds ours.
long a_static_object() {
    static long const made = never_made();
    return made;
}

DWORD WINAPI own_everything(void*) {
    held.lock();
    held_recursive.lock();
    shared.lock();
    once.begin();
    a_static_object();
    return 0;
}

struct wait_for {
    std::string_view name;
    void (*wait)();
};

constexpr wait_for waits[] = {
    {"mutex", [] { held.lock(); }},
    {"recursive mutex", [] { held_recursive.lock(); }},
    {"shared mutex", [] { shared.lock(); }},
    {"shared mutex, shared", [] { shared.lock_shared(); }},
    {"once flag", [] { once.begin(); }},
    {"static object", [] { a_static_object(); }},
    {"event", [] { never_set.wait(); }},
    {"semaphore", [] { no_permits.acquire(); }},
    {"condition variable",
     [] {
         free_one.lock();
         never_notified.wait(free_one);
     }},
    {"mutex, for a while", [] { say(held.try_lock_for(30ms) ? "taken\n" : "timed out\n"); }},
    {"semaphore, until a moment",
     [] {
         auto const moment = std::chrono::system_clock::now() + 30ms;
         say(no_permits.try_acquire_until(moment) ? "taken\n" : "timed out\n");
     }},
};

void wait_for_the_orphan() {
    std::array<char, 64> name{};
    GetEnvironmentVariableA("KEV_ORPHAN", name.data(), static_cast<DWORD>(name.size()));
    for (wait_for const& each : waits) {
        if (each.name != name.data()) continue;
        say("waits\n");
        each.wait();
        say("goes on\n");
    }
}

} // namespace

/// Starts the thread that owns everything, and returns when it does.
extern "C" __declspec(dllexport) void prepare_to_end() {
    CloseHandle(CreateThread(nullptr, 0, own_everything, nullptr, 0, nullptr));
    while (!owned) Sleep(1);
    prepared = true;
}

// `reserved` is not null if the process ends, and null if the program unloads the DLL.
extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD reason, void* reserved) {
    if (reason == DLL_PROCESS_DETACH && reserved != nullptr && prepared) wait_for_the_orphan();
    return TRUE;
}
