// The simulated kernel in the Relacy world: src/model/kernel.cpp on Relacy's scheduler.
#include <kev/lab01/kernel.hpp>
#include <kev/lab01/simulation/kernel_state.hpp>

#include <kev/world.hpp>

#include <array>

namespace kev::lab01::kernel {

namespace {

using simulation::kernel_state;
using simulation::side;
using simulation::thread_record;

constexpr std::size_t max_threads = 8;

struct machine {
    kernel_state<16> state;
    std::array<thread_record, max_threads> threads{};
};

// The kernel of this run.
machine& the() {
    static machine one;
    static std::uint64_t run = 0;
    if (run != kev::run_number) {
        run = kev::run_number;
        one = {};
    }
    return one;
}

rl::debug_info here() {
    return {"kernel", "", 0};
}

std::size_t self() {
    return static_cast<std::size_t>(rl::ctx().threadx_->index_);
}

machine& begin() {
    rl::ctx().sched();
    return the();
}

void sleep() {
    rl::ctx().park_current_thread(false, false, false, here());
}

void wake(thread_record const& record) {
    rl::ctx().unpark_thread(static_cast<int>(&record - the().threads.data()), false, here());
}

void meet(side mine, void const* key) {
    machine& m = begin();
    if (thread_record* const partner = m.state.keyed_event.meet(mine, key, m.threads[self()])) {
        wake(*partner);
    } else {
        sleep();
    }
}

} // namespace

void boot() {
    the() = {};
}

void set_limits(limits allowed) {
    begin().state.account.set_limits(allowed);
}

void inject(faults wanted) {
    begin().state.account.inject(wanted);
}

usage used() {
    return begin().state.account.used();
}

NTSTATUS heap_allocate(std::size_t bytes) {
    return begin().state.account.take_heap(bytes);
}

void heap_free(std::size_t bytes) {
    begin().state.account.give_heap(bytes);
}

NTSTATUS create_event(handle& made) {
    machine& m = begin();
    bool const may_fail = m.state.account.failures_to_choose() > 0;
    return m.state.create_event(made, may_fail && rl::ctx().rand(2, rl::sched_type_user) == 1);
}

void close(handle which) {
    begin().state.close(which);
}

void set_event(handle which) {
    if (thread_record* const waiter = begin().state.set_event(which)) wake(*waiter);
}

void wait_for_event(handle which) {
    machine& m = begin();
    if (!m.state.wait_for_event(which, m.threads[self()])) sleep();
}

std::size_t waiters_of(handle which) {
    return begin().state.waiters_of(which);
}

void wait_for_keyed_event(void const* key) {
    meet(side::waiter, key);
}

void release_keyed_event(void const* key) {
    meet(side::releaser, key);
}

std::size_t keyed_event_sleepers() {
    return begin().state.keyed_event.size();
}

thread_id current_thread() noexcept {
    return 4 * (self() + 1);
}

} // namespace kev::lab01::kernel
