// The functions of dropped_in_dll.cpp, for a program that knows nothing of the drop-in.
#pragma once

#include <array>
#include <cstdint>

namespace unloading {

enum class work { nothing, id, exception, number, object };

struct seen {
    int value = 0;
    int ended = 0;
    std::array<char, 8> order{}; // s: the DLL's static object ended, t: a thread_local object
};

// A mutex, a condition variable, and what they protect.
struct shared_flag {
    alignas(8) std::uint64_t mutex = 0;
    alignas(8) std::uint64_t changed = 0;
    int waiters = 0;
    int set = 0;
};

} // namespace unloading

extern "C" {

// Does the first work now, and the second when the DLL's static object ends.
__declspec(dllexport) void use(unloading::seen*, unloading::work now, unloading::work later);
__declspec(dllexport) void wait_for(unloading::shared_flag*);
// @return false if nobody waits.
__declspec(dllexport) bool set_when_waited_for(unloading::shared_flag*);
}
