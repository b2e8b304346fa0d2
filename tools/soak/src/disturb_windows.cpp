// An APC is run when its thread next sleeps alertably. One that the locks' sleeps, which are not alertable,
// are disturbed by all the same, is a mistake in them or in the system.
#include <kev/soak/disturb.hpp>

#include <kev/native/windows_api.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

namespace kev::soak {

namespace {

std::mutex registered_guard;
std::vector<std::pair<DWORD, HANDLE>> registered;
std::atomic<std::uint64_t> taken{0};

void CALLBACK on_apc(ULONG_PTR) {
    // relaxed: a count.
    taken.fetch_add(1, std::memory_order_relaxed);
}

} // namespace

may_be_interrupted::may_be_interrupted() {
    HANDLE self = nullptr;
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &self, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    std::lock_guard const lock(registered_guard);
    registered.emplace_back(GetCurrentThreadId(), self);
}

may_be_interrupted::~may_be_interrupted() {
    std::lock_guard const lock(registered_guard);
    auto const mine = std::find_if(registered.begin(), registered.end(), [](auto const& one) {
        return one.first == GetCurrentThreadId();
    });
    CloseHandle(mine->second);
    registered.erase(mine);
}

void interrupt_one(std::uint64_t choice) {
    std::lock_guard const lock(registered_guard);
    if (!registered.empty()) QueueUserAPC(on_apc, registered[choice % registered.size()].second, 0);
}

void take_interrupts() {
    SleepEx(0, TRUE);
}

std::uint64_t interrupts_taken() noexcept {
    // relaxed: a count.
    return taken.load(std::memory_order_relaxed);
}

std::string stacks() {
    return "no stacks: attach a debugger to process " + std::to_string(GetCurrentProcessId()) +
           " (under Wine: winedbg), which stays for as long as the watch was patient\n";
}

} // namespace kev::soak
