#include "report.hpp"

#include "chosen_lock.hpp"
#include "fork_generation.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <kev/native/core.hpp>
#include <unistd.h>

namespace kev::interpose {

constinit std::atomic<bool> reporting{false};

namespace {

constexpr std::size_t numbers = static_cast<std::size_t>(counted::last);

// Threads share these by their numbers, so that few of them meet in a cache line.
struct alignas(64) page {
    std::array<std::atomic<std::uint64_t>, numbers> counts{};
};
constinit std::array<page, 64> pages;
constinit std::atomic<std::int64_t> longest{0};
constinit std::array<char, 512> report_file{}; // its path, or empty: stderr

std::uint64_t sum(counted what) noexcept {
    std::uint64_t total = 0;
    for (page const& one : pages)
        // relaxed: it is a count, and no decision depends on it.
        total += one.counts[static_cast<std::size_t>(what)].load(std::memory_order_relaxed);
    return total;
}

// Sleeps of the keyed events' emulation, which only has this hook.
void count_call_of_lab(std::uint64_t tally::*number) noexcept {
    if (number == &tally::sleeps) count_sleep();
}

// The file is for programs that close their stderr before they end, as xz does.
int open_report() noexcept {
    if (report_file[0] == '\0') return STDERR_FILENO;
    return open(report_file.data(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
}

void write_report() noexcept {
    // relaxed: it is a count, and no decision depends on it.
    std::int64_t const longest_wait = longest.load(std::memory_order_relaxed) / 1000;
    std::array<char, 700> text{};
    int const length = std::snprintf(
        text.data(), text.size(),
        "kev: pid %d lock=%s mutexes=%" PRIu64 " acquisitions=%" PRIu64 " contended=%" PRIu64
        " sleeps=%" PRIu64 " longest_wait_us=%" PRId64 " condition_waits=%" PRIu64
        " timed_waits=%" PRIu64 " timed_out=%" PRIu64 " shared_locks=%" PRIu64 " onces=%" PRIu64
        " semaphores=%" PRIu64 " spins=%" PRIu64 " passed_on=%" PRIu64 "\n",
        static_cast<int>(getpid()), chosen_lock().name, sum(counted::mutexes),
        sum(counted::acquisitions), sum(counted::contended), sum(counted::sleeps), longest_wait,
        sum(counted::condition_waits), sum(counted::timed_waits), sum(counted::timed_out),
        sum(counted::shared_locks), sum(counted::onces), sum(counted::semaphores),
        sum(counted::spins), sum(counted::passed_on));
    int const file = open_report();
    // write() and not stdio: the program may have closed its streams by now.
    if (length > 0 && write(file, text.data(), static_cast<std::size_t>(length)) < 0) return;
}

// Runs late in exit(), after the handlers of the program. Not after _exit(), nor when a signal ends the process.
[[gnu::destructor]] void report_at_exit() noexcept {
    if (is_reporting()) write_report();
}

} // namespace

void add_one(counted what) noexcept {
    page& mine = pages[thread_number() % pages.size()];
    // relaxed: it is a count, and no decision depends on it.
    mine.counts[static_cast<std::size_t>(what)].fetch_add(1, std::memory_order_relaxed);
}

std::int64_t nanoseconds_now() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void note_wait(std::int64_t nanoseconds) noexcept {
    // relaxed: it is a count, and no decision depends on it.
    std::int64_t known = longest.load(std::memory_order_relaxed);
    // relaxed: as above.
    while (known < nanoseconds &&
           !longest.compare_exchange_weak(known, nanoseconds, std::memory_order_relaxed,
                                          std::memory_order_relaxed)) {
    }
}

void begin_report() noexcept {
    char const* const asked = std::getenv("KEV_REPORT");
    if (asked == nullptr) return;
    bool const is_path = asked[0] == '/' && std::strlen(asked) < report_file.size();
    if (!is_path && std::strcmp(asked, "1") != 0) return;
    if (is_path) std::strcpy(report_file.data(), asked);
    // relaxed: threads that see it later count later.
    detail::call_counter.store(count_call_of_lab, std::memory_order_relaxed);
    // relaxed: as above.
    reporting.store(true, std::memory_order_relaxed);
}

} // namespace kev::interpose
