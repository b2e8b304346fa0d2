// A DLL with one object of each kind. Threads wait on all of them; then the process ends, which kills those
// threads; and then Windows calls DllMain, which releases them. If a release waited for its thread, the
// process would never end.
#include <kev/event.hpp>
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include <chrono>
#include <string_view>

#include <kev/native/windows_api.hpp>

namespace {

using kev::counting_semaphore;
using kev::event;
using kev::shared_mutex;
using namespace kev::lab08;

constinit mutex held;
constinit mutex free_one;
constinit condition_variable changed;
constinit counting_semaphore<> permits;
constinit event done;
constinit once_flag once;
constinit shared_mutex shared;
alignas(8) constinit int bare_key = 0;

constinit bool prepared = false;

// The C library is on its way out, too: straight to the pipe.
void say(std::string_view line) {
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), line.data(), static_cast<DWORD>(line.size()),
              &written, nullptr);
}

using waiting = void();

DWORD WINAPI run(void* wait) {
    reinterpret_cast<waiting*>(wait)();
    return 0;
}

// Two threads for each kind of wait; the reader/writer lock has two kinds.
constexpr waiting* waits[] = {
    [] { held.lock(); },
    [] {
        free_one.lock();
        for (;;) changed.wait(free_one);
    },
    [] { permits.acquire(); },
    [] { done.wait(); },
    [] { once.begin(); },
    [] { shared.lock(); },
    [] { shared.lock_shared(); },
    [] { kev::lab02::default_event.wait(&bare_key); },
};

void release_all() {
    // The bare event shows what the guard is for: a killed thread does not meet a release.
    using namespace std::chrono_literals;
    bool const met =
        kev::lab02::default_event.release_for(&bare_key, 200ms) == kev::lab02::outcome::met;
    say(met ? "a killed thread was met\n" : "a killed thread is not met\n");
    say("mutex\n");
    held.unlock();
    say("condition variable\n");
    changed.notify_all();
    say("semaphore\n");
    permits.release(2);
    say("event\n");
    done.set();
    say("once flag\n");
    once.finish();
    say("shared mutex\n");
    shared.unlock();
    say("through\n");
}

} // namespace

/// Owns what others shall wait for, starts them, and returns when they are in the kernel, as far as one
/// can tell. From then on the end of the process releases them.
extern "C" __declspec(dllexport) void prepare_to_end() {
    held.lock();
    shared.lock();
    once.begin();
    for (waiting* const wait : waits)
        for (int i = 0; i < 2; ++i)
            CloseHandle(CreateThread(nullptr, 0, run, reinterpret_cast<void*>(wait), 0, nullptr));
    Sleep(300);
    prepared = true;
}

// `reserved` is not null if the process ends, and null if the program unloads the DLL.
extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD reason, void* reserved) {
    if (reason == DLL_PROCESS_DETACH && reserved != nullptr && prepared) release_all();
    return TRUE;
}
