// The keyed-event calls in the model world: what NT promises, as steps of the checker.
//
// Each key has a queue of waiters and a queue of releasers. A release takes the first waiter. A wait
// takes any releaser, by a choice of the search, because kernels differ: Windows serves the releaser
// that came last, Wine and ReactOS the releaser that came first. Time-outs are choices of the search. A
// wait and a release that meet order no memory, unless the scenario asks for it: nobody promises that
// they do.
//
// The model has no names, access rights, alerts and APCs. A time-out of the calendar moves no time.
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include "meeting_places.hpp"

#include <kev/checker/per_run.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>

namespace kev::nt {

namespace {

using checker::run;
using lab02::in_model::meeting_places;
using lab02::in_model::place;
using lab02::in_model::side;

checker::per_run<meeting_places> places;

run& this_run() {
    if (run* const active = run::active()) return *active;
    std::fputs("a keyed event of the model world is used outside a run of the checker\n", stderr);
    std::abort();
}

char const* name_of(side which) {
    return which == side::waiter ? "NtWaitForKeyedEvent" : "NtReleaseKeyedEvent";
}

void note(run& r, side mine, PVOID key, std::string const& text) {
    if (r.recording())
        r.record({.operation = name_of(mine), .object = r.name_of(key, nullptr), .note = text});
}

std::optional<std::chrono::nanoseconds> deadline_of(run const& r, LARGE_INTEGER const* timeout) {
    if (timeout == nullptr) return std::nullopt;
    std::int64_t const ticks = timeout->QuadPart;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 200;
    if (ticks >= 0) return r.time();
    return r.time() + std::chrono::nanoseconds((ticks < -most ? most : -ticks) * 100);
}

// The place in its queue of the partner that this call meets. Every kernel serves waiters in the order
// in which they came; no order of blocked releasers is promised.
std::size_t choose_partner(run& r, side mine, place const& here) {
    return mine == side::releaser ? 0 : r.choose(here.count(side::releaser));
}

// The partner was there already: both go on.
NTSTATUS meet(run& r, side mine, place& here, PVOID key) {
    std::size_t const chosen = choose_partner(r, mine, here);
    std::size_t const partner = here.take(other(mine), chosen);
    if (chosen > 0) r.reached("a wait met a releaser that was not the first");
    r.depend(here.history, true);
    r.wake(partner);
    if (r.settings().meetings_order_memory) r.data().meet(r.self(), partner);
    r.reached(mine == side::waiter ? "a wait found its releaser" : "a release found its waiter");
    if (r.recording()) note(r, mine, key, "meets " + r.name_of_thread(partner));
    return STATUS_SUCCESS;
}

// The thread sleeps, and its time-out comes first.
NTSTATUS time_out(run& r, side mine, place& here, PVOID key, std::chrono::nanoseconds deadline) {
    here.remove(mine, r.self());
    r.depend(here.history, true);
    r.changed();
    r.advance_time(deadline);
    r.reached(mine == side::waiter ? "a wait timed out" : "a release timed out");
    note(r, mine, key, "times out");
    return STATUS_TIMEOUT;
}

// A partner has woken the thread and gone on. With a time limit there are choices left.
NTSTATUS woken(run& r, side mine, PVOID key, std::optional<std::chrono::nanoseconds> deadline) {
    if (!deadline) return STATUS_SUCCESS;
    if (mine == side::waiter && r.gamble(r.left.late_timeouts)) {
        // As XP does: the releaser was told that it met a waiter, and the waiter is told that its time is up.
        r.advance_time(*deadline);
        r.reached("a meeting was swallowed");
        note(r, mine, key, "times out although it was met");
        return STATUS_TIMEOUT;
    }
    if (r.gamble(r.left.late_meetings)) {
        r.advance_time(*deadline - std::chrono::nanoseconds(100));
        r.reached("a meeting came at the last moment");
    }
    return STATUS_SUCCESS;
}

NTSTATUS call(side mine, HANDLE handle, PVOID key, LARGE_INTEGER const* timeout) {
    if ((reinterpret_cast<std::uintptr_t>(key) & 1) != 0) return STATUS_INVALID_PARAMETER_1;
    run& r = this_run();
    r.point(checker::step::change);
    if (handle != nullptr) r.depend(places.get().handles, false);
    if (!places.get().is_open(handle)) return STATUS_INVALID_HANDLE;
    place& here = places.get().at(handle, key);
    if (here.count(other(mine)) > 0) return meet(r, mine, here, key);
    if (timeout != nullptr && timeout->QuadPart == 0) {
        r.depend(here.history, false);
        r.reached("a look found nobody");
        note(r, mine, key, "finds nobody");
        return STATUS_TIMEOUT;
    }
    auto const deadline = deadline_of(r, timeout);
    here.add(mine, r.self());
    r.depend(here.history, true);
    r.changed(); // a thread that only looks finds it now
    r.reached(mine == side::waiter ? "a waiter slept" : "a releaser slept");
    note(r, mine, key, deadline ? "sleeps, with a time limit" : "sleeps");
    std::string where; // built only to be shown
    if (r.recording()) where = std::string(name_of(mine)) + "(" + r.name_of(key, nullptr) + ")";
    bool const met = r.sleep(deadline, std::move(where));
    return met ? woken(r, mine, key, deadline) : time_out(r, mine, here, key, *deadline);
}

} // namespace

extern "C" {

NTSTATUS NtCreateKeyedEvent(PHANDLE KeyedEventHandle, ACCESS_MASK /*DesiredAccess*/,
                            POBJECT_ATTRIBUTES ObjectAttributes, ULONG /*Flags*/) {
    run& r = this_run();
    if (ObjectAttributes != nullptr) return STATUS_INVALID_PARAMETER;
    r.point(checker::step::change);
    r.depend(places.get().handles, true);
    *KeyedEventHandle = places.get().open();
    return STATUS_SUCCESS;
}

NTSTATUS NtOpenKeyedEvent(PHANDLE /*KeyedEventHandle*/, ACCESS_MASK /*DesiredAccess*/,
                          POBJECT_ATTRIBUTES /*ObjectAttributes*/) {
    return STATUS_OBJECT_NAME_NOT_FOUND;
}

NTSTATUS NtWaitForKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN /*Alertable*/,
                             PLARGE_INTEGER Timeout) {
    return call(side::waiter, KeyedEventHandle, Key, Timeout);
}

NTSTATUS NtReleaseKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN /*Alertable*/,
                             PLARGE_INTEGER Timeout) {
    return call(side::releaser, KeyedEventHandle, Key, Timeout);
}

NTSTATUS NtClose(HANDLE Handle) {
    run* const r = run::active();
    if (r == nullptr) return STATUS_SUCCESS;
    r->point(checker::step::change);
    r->depend(places.get().handles, true);
    return places.get().close(Handle) ? STATUS_SUCCESS : STATUS_INVALID_HANDLE;
}

} // extern "C"

} // namespace kev::nt
