// A program with an object of each type in a state that does not change. try_gdb.cmake stops it in look().
#include <kev/condition_variable.hpp>
#include <kev/event.hpp>
#include <kev/mutex.hpp>
#include <kev/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include <mutex>
#include <thread>
#include <vector>

kev::mutex plain;
kev::recursive_mutex recursive;
kev::shared_mutex shared;
kev::condition_variable changed;
kev::mutex of_changed;
kev::once_flag once;
kev::event start;
kev::counting_semaphore<> jobs(0);
kev::counting_semaphore<> spare(3);

[[gnu::noinline]] void look() {
    asm volatile("");
}

int main() {
    plain.lock();
    recursive.lock();
    recursive.lock();
    shared.lock_shared();
    if (!once.begin()) return 1;
    bool notified = false;
    std::vector<std::thread> all;
    for (int i = 0; i < 2; ++i) all.emplace_back([] { std::lock_guard const lock(plain); });
    all.emplace_back([] { std::lock_guard const lock(shared); });
    all.emplace_back([] { jobs.acquire(); });
    all.emplace_back([] { start.wait(); });
    all.emplace_back([] { call_once(once, [] {}); });
    all.emplace_back([&] {
        std::unique_lock lock(of_changed);
        changed.wait(lock, [&] { return notified; });
    });
    auto const all_sleep = [] {
        return plain.state() >> 40 == 2 && shared.state() % 4 == 2 && jobs.number() == -1 &&
               start.state() >> 32 == 1 && once.state() >> 32 == 1 && changed.state() >> 50 == 1;
    };
    while (!all_sleep()) std::this_thread::yield();

    look();

    plain.unlock();
    recursive.unlock();
    recursive.unlock();
    shared.unlock_shared();
    jobs.release();
    start.set();
    once.finish();
    {
        std::lock_guard const lock(of_changed);
        notified = true;
        changed.notify_all();
    }
    for (std::thread& one : all) one.join();
}
