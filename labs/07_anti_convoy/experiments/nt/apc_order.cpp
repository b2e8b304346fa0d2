// An APC takes a thread out of the wait list of an event, and afterwards the thread waits again at the end. The wait list of a
// keyed event keeps its order if the waits are not alertable.
//
//   lab07_apc_order [--json]
#include <kev/bench/command_line.hpp>
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <kev/native/windows_api.hpp>

namespace {

using namespace std::chrono_literals;

constexpr int waiters = 4;
constexpr int rounds = 10;

void CALLBACK do_nothing(ULONG_PTR) {}

void send_apc(DWORD thread) {
    HANDLE const target = OpenThread(THREAD_SET_CONTEXT, FALSE, thread);
    QueueUserAPC(do_nothing, target, 0);
    CloseHandle(target);
}

// An auto-reset event whose waiters wait alertably, so that APCs run.
class alertable_event {
public:
    void wait() const {
        // An APC ends the wait; then this thread waits again, behind all others.
        constexpr auto ended_by_apc = static_cast<DWORD>(kev::nt::STATUS_USER_APC);
        while (WaitForSingleObjectEx(event_, INFINITE, TRUE) == ended_by_apc) {
        }
    }
    void wake_one() const { SetEvent(event_); }

private:
    HANDLE event_ = CreateEventW(nullptr, FALSE, FALSE, nullptr); // until the program ends
};

// A keyed event whose waiters do not wait alertably, as in the locks of the labs.
class key {
public:
    void wait() const { kev::lab02::default_event.wait(this); }
    void wake_one() const { kev::lab02::default_event.release(this); }

private:
    alignas(8) char place_ = 0;
};

// Four threads begin to wait, one after the other. If `apc`, the first is sent an APC. Then one thread is woken at a time.
// @return the order in which the threads were served: "1 2 3 4".
template <typename Waitable>
std::string order_of_one_round(bool apc) {
    Waitable waited_for;
    std::string order;
    std::atomic<int> woken{0};
    std::atomic<DWORD> first{0};
    std::vector<std::thread> threads;
    for (int number = 1; number <= waiters; ++number) {
        threads.emplace_back([&, number] {
            if (number == 1) first = GetCurrentThreadId();
            waited_for.wait();
            order += (order.empty() ? "" : " ") + std::to_string(number); // one thread at a time
            ++woken;
        });
        std::this_thread::sleep_for(50ms); // this thread waits before the next one comes
    }
    if (apc) send_apc(first);
    std::this_thread::sleep_for(20ms);
    for (int i = 1; i <= waiters; ++i) {
        waited_for.wake_one();
        while (woken < i) std::this_thread::sleep_for(1ms);
    }
    for (std::thread& each : threads) each.join();
    return order;
}

struct row {
    char const* name;
    std::map<std::string, int> orders{}; // how often each was seen
};

template <typename Waitable>
row many_rounds(char const* name, bool apc) {
    row seen{name};
    for (int round = 0; round < rounds; ++round) ++seen.orders[order_of_one_round<Waitable>(apc)];
    return seen;
}

void print(std::vector<row> const& rows, bool json) {
    if (json) std::printf("{\"rows\": [");
    char const* between = "";
    for (row const& each : rows) {
        for (auto const& [order, count] : each.orders) {
            std::printf(json ? "%s{\"name\": \"%s\", \"order\": \"%s\", \"rounds\": %d}"
                             : "%s%-34s %s, %2d times",
                        between, each.name, order.c_str(), count);
            between = json ? ", " : "\n";
        }
    }
    std::printf(json ? "]}\n" : "\n");
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, "[--json]");
    bool const json = line.has("--json");
    line.finish();
    print({many_rounds<alertable_event>("event", false),
           many_rounds<alertable_event>("event, an APC to thread 1", true),
           many_rounds<key>("keyed event", false),
           many_rounds<key>("keyed event, an APC to thread 1", true)},
          json);
    return 0;
}
