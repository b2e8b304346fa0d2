// A program with an object of each type in a state that does not change. try_gdb.cmake stops it in look().
#include <kev/barrier.hpp>
#include <kev/condition_variable.hpp>
#include <kev/event.hpp>
#include <kev/latch.hpp>
#include <kev/mutex.hpp>
#include <kev/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include <kev/library/state_of.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

using kev::library::state_of;

kev::mutex plain;
kev::recursive_mutex recursive;
kev::shared_mutex shared;
kev::condition_variable changed;
kev::mutex of_changed;
kev::once_flag once;
kev::event start;
kev::counting_semaphore<> jobs(0);
kev::counting_semaphore<> spare(3);
kev::latch loaded(2);
kev::barrier<> meeting(2);

[[gnu::noinline]] void look() {
    asm volatile("");
}

// The event of a latch is its second word, and the condition variable of a barrier lies behind the mutex.
std::uint64_t word_at(void const* object, std::size_t offset) {
    auto const* const place = static_cast<char const*>(object) + offset;
    return __atomic_load_n(reinterpret_cast<std::uint64_t const*>(place), __ATOMIC_ACQUIRE);
}

bool latch_and_barrier_have_sleepers() {
    return word_at(&loaded, 8) >> 32 == 1 && word_at(&meeting, sizeof(kev::mutex)) >> 50 == 1 &&
           word_at(&meeting, 0) == 0; // the waiter has given the mutex up
}

bool notified = false; // of_changed guards it

std::vector<std::thread> start_sleepers() {
    std::vector<std::thread> all;
    for (int i = 0; i < 2; ++i) all.emplace_back([] { std::lock_guard const lock(plain); });
    all.emplace_back([] { std::lock_guard const lock(shared); });
    all.emplace_back([] { jobs.acquire(); });
    all.emplace_back([] { start.wait(); });
    all.emplace_back([] { loaded.wait(); });
    all.emplace_back([] { meeting.arrive_and_wait(); });
    all.emplace_back([] { call_once(once, [] {}); });
    all.emplace_back([] {
        std::unique_lock lock(of_changed);
        changed.wait(lock, [] { return notified; });
    });
    return all;
}

bool all_sleep() {
    return word_at(&plain, 0) >> 40 == 2 && word_at(&shared, 0) % 4 == 2 &&
           kev::permit_bits::number(state_of(jobs)) == -1 && state_of(start) >> 32 == 1 &&
           state_of(once) >> 32 == 1 && state_of(changed) >> 50 == 1 &&
           latch_and_barrier_have_sleepers();
}

void wake_all() {
    plain.unlock();
    recursive.unlock();
    recursive.unlock();
    shared.unlock_shared();
    jobs.release();
    start.set();
    loaded.count_down(2);
    meeting.arrive_and_drop();
    once.finish();
    std::lock_guard const lock(of_changed);
    notified = true;
    changed.notify_all();
}

int main() {
    plain.lock();
    recursive.lock();
    recursive.lock();
    shared.lock_shared();
    if (!once.begin()) return 1;
    std::vector<std::thread> all = start_sleepers();
    while (!all_sleep()) std::this_thread::yield();
    look();
    wake_all();
    for (std::thread& one : all) one.join();
}
