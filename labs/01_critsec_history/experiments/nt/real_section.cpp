// The system's own CRITICAL_SECTION beside ours, through the same steps. RecursionCount, OwningThread,
// and LockCount of a free section mean the same in every version. The LockCount of a section that
// is owned changed with Windows Server 2003 SP1, while Wine keeps the old way, and LockSemaphore is not
// an event's handle everywhere: these are printed as numbers and not explained.
//
//   lab01_real_section
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/native/windows_api.hpp>
#include <kev/world.hpp>

#include <cstdint>
#include <cstdio>
#include <thread>

namespace {

using namespace kev::lab01;

struct real_section {
    real_section() { InitializeCriticalSection(&raw); }
    ~real_section() { DeleteCriticalSection(&raw); }
    real_section(real_section const&) = delete;
    real_section& operator=(real_section const&) = delete;

    CRITICAL_SECTION raw;
};

char const* owner(bool mine, bool none) {
    if (none) return "nobody";
    return mine ? "this thread" : "another";
}

void show(char const* what, real_section const& real, critical_section_xp const& ours) {
    auto const real_owner = reinterpret_cast<std::uintptr_t>(real.raw.OwningThread);
    section_fields const mine = ours.fields();
    std::printf(
        "  %-29s | %9ld %9ld %-12s %9llX | %9d %9d %-12s %9llX\n", what, real.raw.LockCount,
        real.raw.RecursionCount, owner(real_owner == GetCurrentThreadId(), real_owner == 0),
        static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(real.raw.LockSemaphore)),
        mine.lock_count, mine.recursion_count,
        owner(mine.owning_thread == kernel::current_thread(), mine.owning_thread == 0),
        static_cast<unsigned long long>(mine.lock_semaphore));
}

} // namespace

int main() {
    std::printf("The system's has %u bytes, ours %u.\n\n",
                static_cast<unsigned>(sizeof(CRITICAL_SECTION)),
                static_cast<unsigned>(sizeof(critical_section_xp)));
    char const* const fields = "LockCount Recursion OwningThread Semaphore";
    std::printf("  %-29s | %-42s | %s\n", "", "the system's", "ours (Windows XP)");
    std::printf("  %-29s | %s | %s\n", "", fields, fields);
    real_section real;
    critical_section_xp ours;
    ours.initialize();
    show("made", real, ours);
    EnterCriticalSection(&real.raw);
    ours.enter();
    show("entered", real, ours);
    EnterCriticalSection(&real.raw);
    ours.enter();
    show("entered again", real, ours);
    LeaveCriticalSection(&real.raw);
    ours.leave();
    std::jthread visitor([&] {
        EnterCriticalSection(&real.raw);
        LeaveCriticalSection(&real.raw);
        ours.enter();
        ours.leave();
    });
    LONG const volatile& count = real.raw.LockCount;
    LONG const alone = count;
    while (count == alone) kev::yield();
    show("a visitor wants the system's", real, ours);
    LeaveCriticalSection(&real.raw);
    while (ours.fields().lock_count == 0) kev::yield();
    show("a visitor wants ours", real, ours);
    ours.leave();
    visitor.join();
    show("all have left", real, ours);
    ours.destroy();
    return 0;
}
