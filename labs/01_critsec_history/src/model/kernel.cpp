// The simulated kernel in the model world: each call is one step of the checker. If the scenario allows failures, the
// search chooses which events fail. A wake-up orders no memory unless the scenario asks for it, so a section has to order
// its data by its own fields.
#include <kev/lab01/kernel.hpp>
#include <kev/lab01/simulation/kernel_state.hpp>

#include <kev/checker/per_run.hpp>
#include <kev/world.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace kev::lab01::kernel {

namespace {

using checker::run;
using simulation::kernel_state;
using simulation::side;
using simulation::thread_record;

// The records stay in place for the whole run, so the kernel's queues may point to them.
struct machine {
    kernel_state<16> state;
    std::array<thread_record, checker::max_threads> threads{};
    checker::dependency history;

    std::size_t number_of(thread_record const& record) const noexcept {
        return static_cast<std::size_t>(&record - threads.data());
    }
};

checker::per_run<machine> machines;

run& this_run() {
    if (run* const active = run::active()) return *active;
    std::fputs("the kernel of the model world is called outside a run of the checker\n", stderr);
    std::abort();
}

// Begins a call: makes the choice point before it, and adds it to the history.
machine& begin(run& r) {
    r.point(checker::step::change);
    machine& m = machines.get();
    r.depend(m.history, true);
    r.changed();
    return m;
}

void note(run& r, char const* call, std::string const& object, std::string const& text) {
    if (r.recording()) r.record({.operation = call, .object = object, .note = text});
}

std::string event_name(handle which) {
    return "event " + std::to_string(which);
}

// Sleeps until another thread takes this thread's record out of its queue.
void sleep(run& r, char const* call, std::string const& object) {
    note(r, call, object, "sleeps");
    std::string where; // built only to be shown
    if (r.recording()) where = std::string(call) + "(" + object + ")";
    r.sleep(std::nullopt, std::move(where));
}

void wake(run& r, machine& m, thread_record const& record, char const* call,
          std::string const& object) {
    std::size_t const thread = m.number_of(record);
    r.wake(thread);
    if (r.recording()) note(r, call, object, "wakes " + r.name_of_thread(thread));
}

void meet(side mine, void const* key) {
    run& r = this_run();
    machine& m = begin(r);
    char const* const call = mine == side::waiter ? "NtWaitForKeyedEvent" : "NtReleaseKeyedEvent";
    std::string const object = r.recording() ? r.name_of(key, nullptr) : "";
    if (thread_record* const partner = m.state.keyed_event.meet(mine, key, m.threads[r.self()])) {
        r.reached(mine == side::waiter ? "a wait found its releaser"
                                       : "a release found its waiter");
        wake(r, m, *partner, call, object);
        if (r.settings().meetings_order_memory) r.data().meet(r.self(), m.number_of(*partner));
    } else {
        r.reached(mine == side::waiter ? "a waiter slept in the keyed event" : "a releaser slept");
        sleep(r, call, object);
    }
}

} // namespace

void boot() {
    machines.get() = {};
}

void set_limits(limits allowed) {
    begin(this_run()).state.account.set_limits(allowed);
}

void inject(faults wanted) {
    begin(this_run()).state.account.inject(wanted);
}

usage used() {
    return begin(this_run()).state.account.used();
}

NTSTATUS heap_allocate(std::size_t bytes) {
    return begin(this_run()).state.account.take_heap(bytes);
}

void heap_free(std::size_t bytes) {
    begin(this_run()).state.account.give_heap(bytes);
}

NTSTATUS create_event(handle& made) {
    run& r = this_run();
    machine& m = begin(r);
    bool const may_fail = m.state.account.failures_to_choose() > 0;
    NTSTATUS const status = m.state.create_event(made, may_fail && r.choose(2) == 1);
    if (status != STATUS_SUCCESS) r.reached("an event could not be made");
    if (r.recording())
        note(r, "NtCreateEvent", "", status == STATUS_SUCCESS ? event_name(made) : name_of(status));
    return status;
}

void close(handle which) {
    run& r = this_run();
    begin(r).state.close(which);
    r.reached("an event was closed");
    if (r.recording()) note(r, "NtClose", event_name(which), "");
}

void set_event(handle which) {
    run& r = this_run();
    machine& m = begin(r);
    std::string const object = r.recording() ? event_name(which) : "";
    if (thread_record* const waiter = m.state.set_event(which)) {
        r.reached("an event found its waiter");
        wake(r, m, *waiter, "NtSetEvent", object);
    } else {
        r.reached("an event stayed signaled");
        note(r, "NtSetEvent", object, "stays signaled");
    }
}

void wait_for_event(handle which) {
    run& r = this_run();
    machine& m = begin(r);
    std::string const object = r.recording() ? event_name(which) : "";
    if (m.state.wait_for_event(which, m.threads[r.self()])) {
        note(r, "NtWaitForSingleObject", object, "finds it signaled");
        return;
    }
    r.reached("a waiter slept in an event");
    sleep(r, "NtWaitForSingleObject", object);
}

std::size_t waiters_of(handle which) {
    return begin(this_run()).state.waiters_of(which);
}

void wait_for_keyed_event(void const* key) {
    meet(side::waiter, key);
}

void release_keyed_event(void const* key) {
    meet(side::releaser, key);
}

std::size_t keyed_event_sleepers() {
    return begin(this_run()).state.keyed_event.size();
}

// The scenario's thread n has the number 4n. The thread that sets up has a number of its own.
thread_id current_thread() noexcept {
    std::size_t const self = this_run().self();
    return 4 * (self != 0 ? self : checker::max_threads);
}

} // namespace kev::lab01::kernel
