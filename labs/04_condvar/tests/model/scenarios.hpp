// The scenarios of a condition variable, for every pair of a condition variable and a mutex.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/fast_mutex_text.hpp>

#include <kev/scenarios/late_waiter.hpp>
#include <kev/scenarios/lockers.hpp>
#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <mutex>

namespace kev::lab04::in_model {

using checker::early_and_late;
using checker::objects;
using checker::relay;

// `Waiters` threads wait for one condition; one more makes it true and notifies all.
template <typename Condvar, typename Mutex, int Waiters, bool Owning>
struct broadcast : objects<Condvar, Mutex> {
    static constexpr int threads = Waiters + 1;
    kev::shared<int> ready{0, "ready"};

    static constexpr int role_of(int number) { return number <= Waiters ? 1 : number; }
    void thread(int number) {
        std::unique_lock lock(this->m);
        if (number <= Waiters) {
            this->c.wait(lock, [&] { return ready.read() != 0; });
            return;
        }
        ready.write(1);
        if (!Owning) lock.unlock();
        this->c.notify_all();
    }
};

// Two threads want a ticket each. Two others bring one each, and notify one, with the mutex free.
template <typename Condvar, typename Mutex>
struct tickets : objects<Condvar, Mutex> {
    static constexpr int threads = 4;
    kev::shared<int> left{0, "tickets"};

    static constexpr int role_of(int number) { return number <= 2 ? 1 : 3; }
    void thread(int number) {
        std::unique_lock lock(this->m);
        if (number <= 2) {
            this->c.wait(lock, [&] { return left.read() > 0; });
            left.write(left.read() - 1);
            return;
        }
        left.write(left.read() + 1);
        lock.unlock();
        this->c.notify_one();
    }

    void after() { checker::require(left.read() == 0, "each ticket is taken"); }
};

// One thread waits until the count is two. The other counts to two, and broadcasts each number: after
// the first, the waiter waits again.
template <typename Condvar, typename Mutex>
struct waits_again : objects<Condvar, Mutex> {
    static constexpr int threads = 2;
    kev::shared<int> count{0, "count"};

    void thread(int number) {
        for (int i = 1; number == 2 && i <= 2; ++i) {
            std::unique_lock lock(this->m);
            count.write(i);
            lock.unlock();
            this->c.notify_all();
        }
        if (number == 2) return;
        std::unique_lock lock(this->m);
        int sleeps = 0;
        for (; count.read() < 2; ++sleeps) this->c.wait(lock);
        if (sleeps == 2) checker::reached("the waiter waits again");
    }
};

// Two threads wait, surely; a third notifies both, with the mutex owned. How often does each sleep?
// (What only serves to ask that has no name: it is not shown.)
template <typename Condvar, typename Mutex, bool OnlyOnce>
struct herd : objects<Condvar, Mutex> {
    static constexpr int threads = 3;
    kev::shared<int> waiting{0};
    kev::shared<int> ready{0, "ready"};
    kev::shared<int> slept_again{0};
    kev::shared<int> through{0};

    void thread(int number) {
        std::unique_lock lock(this->m);
        if (number == 3) {
            while (waiting.read() < 2) { // comes back when both wait
                lock.unlock();
                kev::yield();
                lock.lock();
            }
            ready.write(1);
            this->c.notify_all();
            return;
        }
        waiting.write(waiting.read() + 1);
        auto const before = kev::this_thread_tally().waits;
        this->c.wait(lock, [&] { return ready.read() != 0; });
        if (kev::this_thread_tally().waits > before + 1) slept_again.write(slept_again.read() + 1);
        through.write(through.read() + 1);
        checker::require(!OnlyOnce || slept_again.read() == 0, "no waiter sleeps twice");
        if (slept_again.read() == 2) checker::reached("both are woken, and sleep again");
        if (through.read() == 2 && slept_again.read() == 0)
            checker::reached("both are through, and have slept once");
    }
};

// "owned, queued": the words of the lab's mutex and of lab 03's, and the counts.
inline std::string describe_word(std::uint64_t state) {
    return kev::lab03::bits::describe(static_cast<std::uint32_t>(state));
}

inline std::string describe_queue_word(std::uint64_t state) {
    std::string text = (state & 1) != 0 ? "owned" : "free";
    if ((state & 4) != 0) text += ", queued";
    if ((state & 8) != 0) text += ", waking";
    if ((state & 2) != 0) text += ", guarded";
    return text;
}

} // namespace kev::lab04::in_model
