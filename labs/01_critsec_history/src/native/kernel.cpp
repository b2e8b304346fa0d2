// The simulated kernel on real threads. One lock guards everything, as NT had one lock for all its waiting
// threads until Windows 7. Each thread sleeps on a condition variable of its own.
#include <kev/lab01/kernel.hpp>
#include <kev/lab01/simulation/kernel_state.hpp>

#include <kev/world.hpp>

#include <condition_variable>
#include <mutex>
#include <random>

namespace kev::lab01::kernel {

namespace {

using simulation::kernel_state;
using simulation::side;
using simulation::thread_record;

constexpr std::size_t table_size = std::size_t{1} << 17;

// The kernel's record of a thread, with the condition variable on which it sleeps.
struct native_thread : thread_record {
    std::condition_variable changed;
    bool woken = false; // under the machine's lock
};

native_thread& this_thread() {
    thread_local native_thread mine;
    return mine;
}

class machine {
public:
    std::mutex dispatcher_lock;
    kernel_state<table_size> state;
    std::minstd_rand coin{1};

    bool choose_to_fail() {
        return state.account.failures_to_choose() > 0 && (coin() >> 8) % 2 == 0;
    }

    // Sleeps until another thread has taken this thread's record out of its queue.
    void sleep(std::unique_lock<std::mutex>& lock, native_thread& self) {
        count_call(&tally::sleeps);
        self.changed.wait(lock, [&] { return self.woken; });
    }

    // The caller holds the lock until the end, so that the sleeper and its condition variable cannot be
    // destroyed before.
    void wake(thread_record& record) {
        auto& other = static_cast<native_thread&>(record);
        count_call(&tally::wakes);
        other.woken = true;
        other.changed.notify_one();
    }
};

// It is never destroyed, because threads may use it while the program ends.
machine& the() {
    static machine& one = *new machine;
    return one;
}

void meet(side mine, void const* key) {
    std::unique_lock lock(the().dispatcher_lock);
    native_thread& self = this_thread();
    self.woken = false;
    if (thread_record* const partner = the().state.keyed_event.meet(mine, key, self)) {
        the().wake(*partner);
    } else {
        the().sleep(lock, self);
    }
}

} // namespace

void boot() {
    std::lock_guard const lock(the().dispatcher_lock);
    the().state.clear();
    the().coin.seed(1);
}

void set_limits(limits allowed) {
    std::lock_guard const lock(the().dispatcher_lock);
    the().state.account.set_limits(allowed);
}

void inject(faults wanted) {
    std::lock_guard const lock(the().dispatcher_lock);
    the().state.account.inject(wanted);
}

usage used() {
    std::lock_guard const lock(the().dispatcher_lock);
    return the().state.account.used();
}

NTSTATUS heap_allocate(std::size_t bytes) {
    std::lock_guard const lock(the().dispatcher_lock);
    return the().state.account.take_heap(bytes);
}

void heap_free(std::size_t bytes) {
    std::lock_guard const lock(the().dispatcher_lock);
    the().state.account.give_heap(bytes);
}

NTSTATUS create_event(handle& made) {
    std::lock_guard const lock(the().dispatcher_lock);
    return the().state.create_event(made, the().choose_to_fail());
}

void close(handle which) {
    std::lock_guard const lock(the().dispatcher_lock);
    the().state.close(which);
}

void set_event(handle which) {
    count_call(&tally::releases);
    std::lock_guard const lock(the().dispatcher_lock);
    if (thread_record* const waiter = the().state.set_event(which)) the().wake(*waiter);
}

void wait_for_event(handle which) {
    count_call(&tally::waits);
    std::unique_lock lock(the().dispatcher_lock);
    native_thread& self = this_thread();
    self.woken = false;
    if (!the().state.wait_for_event(which, self)) the().sleep(lock, self);
}

std::size_t waiters_of(handle which) {
    std::lock_guard const lock(the().dispatcher_lock);
    return the().state.waiters_of(which);
}

void wait_for_keyed_event(void const* key) {
    count_call(&tally::waits);
    meet(side::waiter, key);
}

void release_keyed_event(void const* key) {
    count_call(&tally::releases);
    meet(side::releaser, key);
}

std::size_t keyed_event_sleepers() {
    std::lock_guard const lock(the().dispatcher_lock);
    return the().state.keyed_event.size();
}

thread_id current_thread() noexcept {
    static std::atomic<thread_id> last{0};
    // relaxed: the numbers must only differ from each other.
    thread_local thread_id const mine = last.fetch_add(4, std::memory_order_relaxed) + 4;
    return mine;
}

} // namespace kev::lab01::kernel
