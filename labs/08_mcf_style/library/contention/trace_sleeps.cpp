// An example: where do the threads of this program sleep? Writes a trace that ui.perfetto.dev and chrome://tracing show.
#include <kev/contention.hpp>
#include <kev/mutex.hpp>
#include <kev/semaphore.hpp>

#include <kev/library/state_of.hpp>
#include <kev/trace/trace_events.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

struct sleep_call {
    std::size_t thread = 0;
    void const* object = nullptr;
    kev::contention kind = kev::contention::sleep_begins;
    std::int64_t nanoseconds = 0;
};

// The hook may run while its thread owns a lock that others want. So it only writes a number down: it takes no lock, and
// needs no memory.
std::array<sleep_call, 20'000> calls;
std::atomic<std::size_t> used{0};
thread_local std::size_t this_thread = 0; // main

void write_down(void const* object, kev::contention kind, std::int64_t nanoseconds) noexcept {
    // relaxed: it only gives each call a place of its own. The calls are read when their threads have ended.
    std::size_t const place = used.fetch_add(1, std::memory_order_relaxed);
    if (place < calls.size()) calls[place] = {this_thread, object, kind, nanoseconds};
}

// A stretch for each sleep. A thread's calls come in pairs. A pair that took no time has no sleep in it: the lock was free
// after all.
std::vector<kev::trace::stretch> sleeps_of(std::size_t threads) {
    std::vector<kev::trace::stretch> sleeps;
    std::vector<std::int64_t> begins(threads, 0);
    for (std::size_t i = 0; i < used && i < calls.size(); ++i) {
        sleep_call const& each = calls[i];
        if (each.kind == kev::contention::sleep_begins)
            begins[each.thread] = each.nanoseconds;
        else if (each.nanoseconds > begins[each.thread])
            sleeps.push_back(
                {each.thread, kev::trace::state::waiting, begins[each.thread], each.nanoseconds});
    }
    return sleeps;
}

std::string calls_about(void const* object) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < used && i < calls.size(); ++i)
        if (calls[i].object == object && calls[i].kind == kev::contention::sleep_ended) ++number;
    return std::to_string(number);
}

constexpr std::size_t workers = 3;

kev::mutex ledger;
kev::counting_semaphore<> printers(1);

void work(std::size_t number) {
    this_thread = number;
    for (int turn = 0; turn < 20; ++turn) {
        {
            std::lock_guard const lock(ledger);
            std::this_thread::sleep_for(std::chrono::microseconds(200)); // bad: a long hold
        }
        printers.acquire();
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        printers.release();
    }
}

// This thread owns the ledger until each worker sleeps there. So the trace has a sleep of each.
void run_workers() {
    std::vector<std::jthread> all;
    std::lock_guard const lock(ledger);
    for (std::size_t i = 1; i <= workers; ++i) all.emplace_back(work, i);
    using kev::lab08::mutex_bits::counts;
    while (counts::sleeping(kev::library::state_of(ledger)) < workers) std::this_thread::yield();
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FILE.json\n", argv[0]);
        return 2;
    }
    kev::set_contention_hook(write_down);
    run_workers();
    kev::set_contention_hook(nullptr);

    std::FILE* const file = std::fopen(argv[1], "w");
    auto const sleeps = sleeps_of(workers + 1);
    if (file == nullptr ||
        !kev::trace::write_trace_events(file, sleeps, workers + 1,
                                        {{"sleeps", std::to_string(sleeps.size())},
                                         {"sleeps at the ledger", calls_about(&ledger)},
                                         {"sleeps at the printers", calls_about(&printers)}})) {
        std::fprintf(stderr, "%s: %s\n", argv[1], std::generic_category().message(errno).c_str());
        return 1;
    }
    std::fclose(file);
}
