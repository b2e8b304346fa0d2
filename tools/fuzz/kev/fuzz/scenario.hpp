/// @file
/// Plays the operations of a program with the locks of the labs, beside their references.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/model/run_wait_slots.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/semaphore.hpp>

#include <kev/fuzz/program.hpp>
#include <kev/fuzz/references.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <mutex>

namespace kev::fuzz {

/// The program that the next run plays. (A scenario is made by the checker, without arguments.)
inline program current;

/// All objects, of which a program uses those of its kind. Made afresh for every run; owns no memory.
class scenario {
public:
    static constexpr int threads = max_threads;

    scenario();
    void thread(int number);
    void after();
    /// Whether threads that wait for ever have a right to something that they did not get.
    bool somebody_is_owed() const noexcept;

private:
    void play(int thread, int what);
    template <typename Mutex>
    void play_mutex(Mutex& mutex, int thread, int what);
    void play_condition(int thread, int what);
    void play_once(int what);
    void play_semaphore(int thread, int what);
    void wait(int thread, bool timed);

    lab08::in_model::run_seats seats_;
    lab08::in_model::run_wait_slots slots_;
    lab03::fast_mutex fast_;
    lab05::timed_mutex timed_;
    lab08::mutex mutex_;
    lab08::condition_variable condition_;
    lab08::once_flag once_;
    kev::counting_semaphore<> semaphore_;
    kev::shared<int> data_{0, "data"};
    mutex_reference owner_;
    condition_reference waiters_;
    once_reference done_;
    semaphore_reference permits_;
    int failures_left_ = 0;
};

} // namespace kev::fuzz
