#include "probe.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>

namespace kev::windows_check {

namespace {

using clock = std::chrono::steady_clock;

// A reader that has the lock waits for the other readers. If one of them stays outside, the first has the lock for itself.
class readers_together {
public:
    std::string answer() {
        std::vector<std::thread> threads;
        for (int i = 0; i < readers; ++i) threads.emplace_back([this] { read_in_each_round(); });
        int rounds = 0;
        for (auto const end = clock::now() + 4s; clock::now() < end && !one_was_alone_; ++rounds) {
            AcquireSRWLockExclusive(&lock_);
            inside_ = 0;
            left_ = 0;
            ++round_;
            for (int i = 0; i < rounds % 64 * 8; ++i) YieldProcessor();
            ReleaseSRWLockExclusive(&lock_);
            while (left_ != readers) SwitchToThread();
        }
        last_ = true;
        ++round_;
        for (std::thread& one : threads) one.join();
        std::string const in_rounds = " in " + std::to_string(rounds) + " rounds";
        return one_was_alone_
                   ? "open: a shared owner kept the other readers out for a second" + in_rounds
                   : "not seen" + in_rounds;
    }

private:
    static constexpr int readers = 4;

    void read_in_each_round() {
        for (int round = 1;; ++round) {
            while (round_ < round) SwitchToThread();
            if (last_) return;
            AcquireSRWLockShared(&lock_);
            ++inside_;
            auto const end = clock::now() + 1s;
            while (inside_ < readers && !one_was_alone_) {
                SwitchToThread();
                if (clock::now() > end) one_was_alone_ = true;
            }
            ReleaseSRWLockShared(&lock_);
            ++left_;
        }
    }

    SRWLOCK lock_ = SRWLOCK_INIT;
    std::atomic<int> round_{0};
    std::atomic<int> inside_{0};
    std::atomic<int> left_{0};
    std::atomic<bool> last_{false};
    std::atomic<bool> one_was_alone_{false};
};

std::string srw_upgrade() {
    return readers_together().answer();
}

// What NtQuerySystemInformation says of a process and of its threads; Microsoft documents half of it.
struct thread_information {
    std::int64_t times[3];
    ULONG wait_time;
    void* start;
    HANDLE process;
    HANDLE thread;
    LONG priority;
    LONG base_priority;
    ULONG switches;
    ULONG state;
    ULONG wait_reason;
};
struct process_information {
    ULONG next;
    ULONG threads;
    std::int64_t times[6];
    USHORT name_lengths[2];
    void* name;
    LONG priority;
    HANDLE process;
    HANDLE parent;
    ULONG numbers[2];
    ULONG_PTR sizes[3];
    ULONG faults;
    ULONG_PTR more_sizes[9];
    std::int64_t transfers[6];
};
static_assert(sizeof(process_information) == (sizeof(void*) == 8 ? 0x100 : 0xB8));
static_assert(sizeof(thread_information) == (sizeof(void*) == 8 ? 0x50 : 0x40));

// This thread of ours as the system sees it now; one whose wait reason is -1 if it does not say.
thread_information seen(DWORD thread) {
    thread_information found{};
    found.wait_reason = static_cast<ULONG>(-1);
    auto* const ask =
        in<LONG WINAPI(ULONG, void*, ULONG, ULONG*)>("ntdll", "NtQuerySystemInformation");
    std::vector<char> memory(1 << 22);
    if (ask == nullptr || ask(5, memory.data(), static_cast<ULONG>(memory.size()), nullptr) != 0)
        return found;
    for (char const* at = memory.data();;) {
        process_information process;
        std::memcpy(&process, at, sizeof process);
        for (ULONG i = 0;
             process.process == reinterpret_cast<HANDLE>(ULONG_PTR{GetCurrentProcessId()}) &&
             i < process.threads;
             ++i) {
            thread_information one;
            std::memcpy(&one, at + sizeof process + i * sizeof one, sizeof one);
            if (one.thread == reinterpret_cast<HANDLE>(ULONG_PTR{thread})) return one;
        }
        if (process.next == 0) return found;
        at += process.next;
    }
}

std::string reason(ULONG number) {
    if (number == static_cast<ULONG>(-1)) return "not said";
    char const* const name = number == 4    ? "DelayExecution"
                             : number == 6  ? "UserRequest"
                             : number == 13 ? "WrUserRequest"
                             : number == 15 ? "WrQueue"
                             : number == 21 ? "WrKeyedEvent"
                             : number == 37 ? "WrAlertByThreadId"
                                            : "";
    return std::to_string(number) + (*name != 0 ? std::string(" ") + name : "");
}

// Why a thread sleeps that has been at it for a while; it is left there.
template <typename Block>
std::string sleeps_by(Block block) {
    DWORD number = 0;
    std::thread sleeper([&number, block] {
        number = GetCurrentThreadId();
        block();
    });
    let_it_sleep();
    sleeper.detach();
    return reason(seen(number).wait_reason);
}

SRWLOCK slim = SRWLOCK_INIT;
CONDITION_VARIABLE condition = CONDITION_VARIABLE_INIT;
INIT_ONCE once = INIT_ONCE_STATIC_INIT;
CRITICAL_SECTION section;
alignas(8) long long word = 0;

std::string sleeps() {
    static SRWLOCK another = SRWLOCK_INIT;
    AcquireSRWLockExclusive(&slim);
    InitializeCriticalSection(&section);
    EnterCriticalSection(&section);
    BOOL pending = FALSE;
    InitOnceBeginInitialize(&once, 0, &pending, nullptr);
    std::string text = "SRW lock " + sleeps_by([] { AcquireSRWLockExclusive(&slim); }) +
                       "; critical section " + sleeps_by([] { EnterCriticalSection(&section); }) +
                       "; condition variable " + sleeps_by([] {
                           AcquireSRWLockExclusive(&another);
                           SleepConditionVariableSRW(&condition, &another, INFINITE, 0);
                       }) +
                       "; one-time initialization " + sleeps_by([] {
                           BOOL begun = FALSE;
                           InitOnceBeginInitialize(&once, 0, &begun, nullptr);
                       });
    if (auto* const wait = in<BOOL WINAPI(void volatile*, void*, SIZE_T, DWORD)>(
            "api-ms-win-core-synch-l1-2-0", "WaitOnAddress"))
        text += "; WaitOnAddress " + sleeps_by([wait] {
                    long long same = 0;
                    wait(&word, &same, sizeof same, INFINITE);
                });
    return text + "; keyed event " +
           sleeps_by([] { nt::NtWaitForKeyedEvent(nullptr, &word, 0, nullptr); });
}

std::string section_fields() {
    InitializeCriticalSection(&section);
    std::string text = "free: LockCount " + std::to_string(section.LockCount);
    EnterCriticalSection(&section);
    text += "; owned: " + std::to_string(section.LockCount);
    std::thread([] { EnterCriticalSection(&section); }).detach();
    let_it_sleep();
    return text + "; with a waiter: " + std::to_string(section.LockCount) + ", LockSemaphore " +
           std::to_string(reinterpret_cast<LONG_PTR>(section.LockSemaphore));
}

// The dynamic priority of a thread right after it was woken; its base is 8.
template <typename Block, typename Wake>
std::string woken(Block block, Wake wake) {
    std::atomic<LONG> priority{0};
    std::thread sleeper([&] {
        block();
        priority = seen(GetCurrentThreadId()).priority;
    });
    let_it_sleep();
    wake();
    sleeper.join();
    return std::to_string(priority);
}

std::string boost() {
    HANDLE const event = CreateEventA(nullptr, FALSE, FALSE, nullptr);
    std::string text =
        "base " + std::to_string(seen(GetCurrentThreadId()).base_priority) +
        ", after a keyed event " +
        woken([] { nt::NtWaitForKeyedEvent(nullptr, &word, 0, nullptr); },
              [] { nt::NtReleaseKeyedEvent(nullptr, &word, 0, nullptr); }) +
        ", after SetEvent " +
        woken([&] { WaitForSingleObject(event, INFINITE); }, [&] { SetEvent(event); });
    auto* const wait = in<BOOL WINAPI(void volatile*, void*, SIZE_T, DWORD)>(
        "api-ms-win-core-synch-l1-2-0", "WaitOnAddress");
    auto* const wake =
        in<void WINAPI(void*)>("api-ms-win-core-synch-l1-2-0", "WakeByAddressSingle");
    if (wait == nullptr || wake == nullptr) return text;
    static std::atomic<long long> flag{0};
    return text + ", after WakeByAddressSingle " +
           woken(
               [&] {
                   long long same = 0;
                   while (flag == 0) wait(&flag, &same, sizeof same, INFINITE);
               },
               [&] {
                   flag = 1;
                   wake(&flag);
               });
}

// An owner of low priority, and a thread of high priority that wants the lock.
template <typename Lock, typename Unlock>
std::string owner_beside(Lock lock, Unlock unlock) {
    std::atomic<DWORD> number{0};
    std::atomic<bool> done{false};
    std::thread owner([&] {
        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST);
        lock();
        number = GetCurrentThreadId();
        while (!done) Sleep(1);
        unlock();
    });
    while (number == 0) Sleep(1);
    let_it_sleep();
    LONG const before = seen(number).priority;
    std::thread waiter([&] {
        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
        lock();
        unlock();
    });
    Sleep(200);
    LONG const with = seen(number).priority;
    done = true;
    owner.join();
    waiter.join();
    return std::to_string(before) + " alone, " + std::to_string(with) + " with the waiter";
}

std::string inversion() {
    InitializeCriticalSection(&section);
    return "critical section: " +
           owner_beside([] { EnterCriticalSection(&section); },
                        [] { LeaveCriticalSection(&section); }) +
           "; SRW lock: " +
           owner_beside([] { AcquireSRWLockExclusive(&slim); },
                        [] { ReleaseSRWLockExclusive(&slim); });
}

} // namespace

std::vector<probe> system_lock_probes() {
    return {{"srw-upgrade", "Is the gate open by which a shared SRW lock becomes exclusive?",
             srw_upgrade},
            {"sleeps", "For what does a thread wait inside the system's locks?", sleeps},
            {"section-fields", "What is in a critical section?", section_fields},
            {"boost", "What priority has a thread that was woken?", boost},
            {"inversion", "What priority has an owner for whom a thread of higher priority waits?",
             inversion}};
}

} // namespace kev::windows_check
