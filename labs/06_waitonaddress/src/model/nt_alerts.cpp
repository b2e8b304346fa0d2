// Alert by thread id in the model world: one sticky flag a thread, as steps of the checker.
//
// Time-outs are choices of the search. An alert and the wait that it ends order no memory, because no documentation
// promises that they do. Not modeled: the statuses for ids that no thread has.
#include <kev/lab06/thread_alert.hpp>

#include <kev/checker/per_run.hpp>
#include <kev/world.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace kev::nt {

namespace {

using checker::run;

struct flag {
    bool raised = false;
    bool asleep = false;
    checker::dependency history;
};

checker::per_run<std::array<flag, checker::max_threads>> flags;

run& this_run() {
    if (run* const active = run::active()) return *active;
    std::fputs("an alert of the model world is used outside a run of the checker\n", stderr);
    std::abort();
}

void note(run& r, char const* call, std::size_t whose, std::string const& text) {
    if (!r.recording()) return;
    r.record({.operation = call, .object = r.name_of_thread(whose) + "'s alert", .note = text});
}

constexpr char wait_name[] = "NtWaitForAlertByThreadId";
constexpr char alert_name[] = "NtAlertThreadByThreadId";

std::chrono::nanoseconds deadline_of(run const& r, LARGE_INTEGER const& timeout) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 200;
    std::int64_t const ticks = timeout.QuadPart < -most ? most : -timeout.QuadPart;
    return r.time() + std::chrono::nanoseconds(ticks > 0 ? ticks * 100 : 0);
}

NTSTATUS sleep(run& r, flag& mine, std::optional<std::chrono::nanoseconds> deadline) {
    mine.asleep = true;
    r.reached("a waiter slept");
    note(r, wait_name, r.self(), deadline ? "sleeps, with a time limit" : "sleeps");
    if (r.sleep(deadline, r.recording() ? wait_name : std::string())) return STATUS_ALERTED;
    mine.asleep = false;
    r.depend(mine.history, true);
    r.advance_time(*deadline);
    r.reached("a wait timed out");
    note(r, wait_name, r.self(), "times out");
    return STATUS_TIMEOUT;
}

} // namespace

extern "C" {

NTSTATUS NtAlertThreadByThreadId(HANDLE ThreadId) {
    auto const whose = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(ThreadId) / 4);
    if (whose == 0 || whose >= checker::max_threads) return STATUS_INVALID_CID;
    run& r = this_run();
    r.point(checker::step::change);
    flag& theirs = flags.get()[whose];
    r.depend(theirs.history, true);
    if (theirs.asleep) {
        theirs.asleep = false;
        r.wake(whose);
        r.reached("an alert woke a sleeper");
        note(r, alert_name, whose, "wakes it");
    } else {
        r.reached(theirs.raised ? "an alert was there already" : "an alert was kept");
        theirs.raised = true;
        note(r, alert_name, whose, "is kept: nobody sleeps");
    }
    return STATUS_SUCCESS;
}

NTSTATUS NtWaitForAlertByThreadId(PVOID /*Address*/, PLARGE_INTEGER Timeout) {
    run& r = this_run();
    r.point(checker::step::change);
    flag& mine = flags.get()[r.self()];
    r.depend(mine.history, true);
    if (mine.raised) {
        mine.raised = false;
        r.reached("a wait found its alert");
        note(r, wait_name, r.self(), "was raised before: returns at once");
        return STATUS_ALERTED;
    }
    if (Timeout == nullptr) return sleep(r, mine, std::nullopt);
    if (Timeout->QuadPart >= 0) return STATUS_TIMEOUT;
    return sleep(r, mine, deadline_of(r, *Timeout));
}

} // extern "C"

} // namespace kev::nt

namespace kev::lab06 {

nt::HANDLE this_thread_id() noexcept {
    return reinterpret_cast<nt::HANDLE>(4 * kev::nt::this_run().self());
}

} // namespace kev::lab06
