#include "probe.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace kev::windows_check {

namespace {

using lab02::relative_timeout;
using clock = std::chrono::steady_clock;

alignas(8) int key = 0;

nt::HANDLE new_event() {
    nt::HANDLE made = nullptr;
    nt::NtCreateKeyedEvent(&made, nt::KEYEDEVENT_ALL_ACCESS, nullptr, 0);
    return made;
}

nt::NTSTATUS wait_for(nt::HANDLE event, clock::duration limit, bool alertable = false) {
    nt::LARGE_INTEGER timeout = relative_timeout(limit);
    return nt::NtWaitForKeyedEvent(event, &key, alertable, &timeout);
}
nt::NTSTATUS release_for(nt::HANDLE event, clock::duration limit) {
    nt::LARGE_INTEGER timeout = relative_timeout(limit);
    return nt::NtReleaseKeyedEvent(event, &key, 0, &timeout);
}

// Long enough that a busy machine does not change the order.
constexpr auto pause = 200ms;

// Four threads block one after another; then their partners come one after another.
template <typename First, typename Second>
std::string order_of(First block, Second meet) {
    nt::HANDLE const event = new_event();
    std::mutex guard;
    std::string order;
    std::vector<std::thread> threads;
    for (char name : {'1', '2', '3', '4'}) {
        threads.emplace_back([&, name] {
            block(event, 10s);
            std::scoped_lock const lock(guard);
            order += name;
        });
        std::this_thread::sleep_for(pause);
    }
    for (std::size_t i = 0; i < threads.size(); ++i) {
        meet(event, 10s);
        std::this_thread::sleep_for(pause);
    }
    for (std::thread& one : threads) one.join();
    return order + (order == "1234"   ? ": first in, first out"
                    : order == "4321" ? ": last in, first out"
                                      : ": another order");
}

std::string order_of_releasers() {
    return order_of([](nt::HANDLE event, clock::duration limit) { release_for(event, limit); },
                    [](nt::HANDLE event, clock::duration limit) { wait_for(event, limit); });
}
std::string order_of_waiters() {
    return order_of([](nt::HANDLE event, clock::duration limit) { wait_for(event, limit); },
                    [](nt::HANDLE event, clock::duration limit) { release_for(event, limit); });
}

std::string do_meet(nt::HANDLE waits_on, nt::HANDLE released) {
    std::thread waiter([&] { wait_for(waits_on, 500ms); });
    let_it_sleep();
    bool const met = release_for(released, 100ms) == nt::STATUS_SUCCESS;
    waiter.join();
    return met ? "meet" : "do not meet";
}

std::string null_handle() {
    char16_t name[] = u"\\KernelObjects\\CritSecOutOfMemoryEvent";
    nt::UNICODE_STRING text{sizeof name - 2, sizeof name, name};
    nt::OBJECT_ATTRIBUTES attributes{sizeof attributes,        nullptr, &text,
                                     nt::OBJ_CASE_INSENSITIVE, nullptr, nullptr};
    nt::HANDLE known = nullptr;
    nt::NTSTATUS const opened =
        nt::NtOpenKeyedEvent(&known, nt::KEYEDEVENT_WAIT | nt::KEYEDEVENT_WAKE, &attributes);
    return "null and null " + do_meet(nullptr, nullptr) + "; null and a private event " +
           do_meet(nullptr, new_event()) + "; null and CritSecOutOfMemoryEvent " +
           (opened == nt::STATUS_SUCCESS ? do_meet(nullptr, known)
                                         : "not asked: to open it gives " + hexadecimal(opened));
}

// A release without patience comes at about the time at which a wait of one millisecond ends: later after one that met the
// waiter, earlier after one that did not.
class race_with_a_time_limit {
public:
    std::string answer() {
        std::thread waiter([this] { wait_in_each_round(); });
        clock::duration delay = end_of_a_wait();
        auto const end = clock::now() + 5s;
        for (; clock::now() < end; ++rounds_) {
            bool const met = meet_at(delay);
            delay += met ? 7us : -5us;
        }
        last_ = true;
        ++round_;
        waiter.join();
        return std::to_string(rounds_) + " rounds: both met " + std::to_string(met_) +
               ", both timed out " + std::to_string(missed_) + ", release met and wait timed out " +
               std::to_string(swallowed_) + ", wait met alone " + std::to_string(odd_);
    }

private:
    void wait_in_each_round() {
        for (int round = 1;; ++round) {
            while (round_ != round) YieldProcessor();
            if (last_) return;
            status_ = wait_for(event_, 1ms);
            done_ = round;
        }
    }
    clock::duration run_round(clock::duration const* delay) {
        auto const begin = clock::now();
        int const round = ++round_;
        if (delay != nullptr) {
            while (clock::now() - begin < *delay) YieldProcessor();
            release_status_ = release_for(event_, 0s);
        }
        while (done_ != round) YieldProcessor();
        return clock::now() - begin;
    }
    clock::duration end_of_a_wait() {
        std::vector<clock::duration> seen(21);
        for (clock::duration& one : seen) one = run_round(nullptr);
        std::sort(seen.begin(), seen.end());
        return seen[seen.size() / 2];
    }
    bool meet_at(clock::duration delay) {
        run_round(&delay);
        bool const waiter_met = status_ == nt::STATUS_SUCCESS;
        bool const releaser_met = release_status_ == nt::STATUS_SUCCESS;
        ++(waiter_met ? releaser_met ? met_ : odd_ : releaser_met ? swallowed_ : missed_);
        return releaser_met;
    }

    nt::HANDLE event_ = new_event();
    std::atomic<int> round_{0};
    std::atomic<int> done_{0};
    std::atomic<bool> last_{false};
    std::atomic<nt::NTSTATUS> status_{0};
    nt::NTSTATUS release_status_ = 0;
    int rounds_ = 0;
    int met_ = 0;
    int missed_ = 0;
    int swallowed_ = 0;
    int odd_ = 0;
};

std::string timeout_and_release() {
    return race_with_a_time_limit().answer();
}

std::atomic<int> apcs{0};
void CALLBACK count_apc(ULONG_PTR) {
    ++apcs;
}

std::string with_an_apc(bool alertable) {
    apcs = 0;
    std::atomic<nt::NTSTATUS> status{0};
    nt::HANDLE const event = new_event();
    HANDLE thread = nullptr;
    std::thread waiter([&] {
        DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &thread, 0,
                        FALSE, DUPLICATE_SAME_ACCESS);
        status = wait_for(event, 300ms, alertable);
    });
    let_it_sleep();
    QueueUserAPC(count_apc, thread, 0);
    let_it_sleep();
    int const ran = apcs;
    nt::NTSTATUS const released = release_for(event, 0s);
    waiter.join();
    return "the APC " + std::string(ran != 0 ? "runs" : "does not run") +
           " in the wait, a release then gives " + hexadecimal(released) + ", the wait " +
           hexadecimal(status);
}

std::string apc() {
    return "alertable: " + with_an_apc(true) + "; not alertable: " + with_an_apc(false);
}

std::string suspended_waiter() {
    nt::HANDLE const event = new_event();
    HANDLE thread = nullptr;
    std::thread waiter([&] {
        DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &thread, 0,
                        FALSE, DUPLICATE_SAME_ACCESS);
        wait_for(event, 2s);
    });
    let_it_sleep();
    SuspendThread(thread);
    bool const met = release_for(event, 200ms) == nt::STATUS_SUCCESS;
    ResumeThread(thread);
    waiter.join();
    return met ? "a release meets it at once" : "a release does not meet it until it is resumed";
}

// Minimum, median and maximum of some sleeps, in microseconds.
template <typename Sleep>
std::string lengths_of(Sleep sleep) {
    std::vector<long long> seen(25);
    for (long long& one : seen) {
        auto const begin = clock::now();
        sleep();
        one = std::chrono::duration_cast<std::chrono::microseconds>(clock::now() - begin).count();
    }
    std::sort(seen.begin(), seen.end());
    return std::to_string(seen.front()) + "/" + std::to_string(seen[seen.size() / 2]) + "/" +
           std::to_string(seen.back());
}

std::string time_limits() {
    ULONG longest = 0;
    ULONG shortest = 0;
    ULONG now = 0;
    if (auto* const ask =
            in<LONG WINAPI(ULONG*, ULONG*, ULONG*)>("ntdll", "NtQueryTimerResolution"))
        ask(&longest, &shortest, &now);
    nt::HANDLE const event = new_event();
    std::string text = "tick " + std::to_string(now / 10) + " us (from " +
                       std::to_string(shortest / 10) + " to " + std::to_string(longest / 10) +
                       "); min/median/max of 1 ms, in us: by key " +
                       lengths_of([&] { wait_for(event, 1ms); });
    if (auto* const wait = in<BOOL WINAPI(void volatile*, void*, SIZE_T, DWORD)>(
            "api-ms-win-core-synch-l1-2-0", "WaitOnAddress"))
        text += ", by address " + lengths_of([&] {
                    int same = key;
                    wait(&key, &same, sizeof same, 1);
                });
    return text + ", Sleep(1) " + lengths_of([] { Sleep(1); }) + ", 0.1 ms by key " +
           lengths_of([&] { wait_for(event, 100us); });
}

} // namespace

std::vector<probe> keyed_event_probes() {
    return {{"release-order", "In which order are releasers served that block on one key?",
             order_of_releasers},
            {"wait-order", "In which order are waiters of one key served?", order_of_waiters},
            {"null-handle", "Whom does the null handle meet?", null_handle},
            {"timeout-meets-release",
             "What is a waiter told whose time is up while it is released?", timeout_and_release},
            {"apc", "What does an APC do to a wait by key?", apc},
            {"suspended-waiter", "Does a release meet a thread that is suspended in its wait?",
             suspended_waiter},
            {"time-limits", "How long is a time limit?", time_limits}};
}

} // namespace kev::windows_check
