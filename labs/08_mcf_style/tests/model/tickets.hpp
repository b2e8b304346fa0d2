// Two threads wait for a ticket each, and a third gives two tickets: scenarios of the condition variable.
#pragma once

#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/model/run_wait_slots.hpp>
#include <kev/lab08/mutex.hpp>

#include "attempts.hpp"

#include <kev/world.hpp>

#include <mutex>

namespace kev::lab08::in_model {

/// `Notify` is called with the condition variable, without the mutex. The condition variable begins with `State`.
template <state_t State, auto Notify>
struct two_tickets : run_seats, run_wait_slots {
    static constexpr int threads = 3;
    mutex m{mutex_bits::all_failures}; // no thread spins
    inspected<lab08::condition_variable> c{State};
    kev::shared<int> tickets{0, "tickets"};

    two_tickets() {
        checker::name(m, "m");
        checker::name(c, "c");
    }

    void thread(int number) {
        std::unique_lock lock(m);
        if (number < 3) {
            c.wait(lock, [this] { return tickets.read() != 0; });
            tickets.write(tickets.read() - 1);
            return;
        }
        tickets.write(2);
        lock.unlock();
        Notify(c);
    }

    void after() { checker::require(tickets.read() == 0, "each ticket is taken"); }
};

} // namespace kev::lab08::in_model
