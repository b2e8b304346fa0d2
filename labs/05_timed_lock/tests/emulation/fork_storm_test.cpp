// The storm once more, while the process is copied by fork() again and again. The copies use locks of their own, in
// the tables that the storm has left in whatever state it was, and end.
#include "../storm.hpp"

#include <kev/testing/forked.hpp>
#include <kev/testing/sanitizers.hpp>

#include <atomic>
#include <memory>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

using namespace std::chrono_literals;

// Two threads at one new lock: the second sleeps until the first one unlocks.
bool hands_a_new_lock_over() {
    timed_mutex mutex;
    bool had_it = false;
    mutex.lock();
    std::thread second([&] {
        mutex.lock();
        had_it = true;
        mutex.unlock();
    });
    while (bits::waiters(mutex.state()) == 0) kev::yield();
    mutex.unlock();
    second.join();
    return had_it && mutex.state() == 0;
}

// New locks in so many places that each bucket has some. A look takes the guard of the bucket, and leaves it.
bool finds_all_buckets_usable() {
    static std::array<timed_mutex, 16'384> mutexes;
    for (timed_mutex const& mutex : mutexes)
        if (lab02::default_event.wait_for(&mutex, 0s) == lab02::outcome::met) return false;
    timed_mutex& one = mutexes.front();
    one.lock();
    bool const had_it_twice = one.try_lock_for(1us);
    one.unlock();
    return !had_it_twice && one.state() == 0;
}

bool uses_new_locks() {
    return finds_all_buckets_usable() && (!testing::copies_are_whole || hands_a_new_lock_over());
}

TEST(ForkStorm, ConservesWakesWhileTheProcessIsCopied) {
    std::atomic<int> good{0};
    std::atomic<int> bad{0};
    std::jthread copier([&](std::stop_token const& stop) {
        while (!stop.stop_requested()) ++(testing::holds_in_a_fork(uses_new_locks) ? good : bad);
    });
    in_storm::rage_until<in_storm::counting_limit>([&] { return good >= 100 || bad > 0; });
    copier.request_stop();
    copier.join();
    EXPECT_EQ(bad, 0) << "a copy could not use a new lock";
    EXPECT_GE(good, 100) << "too few copies: the storm tested nothing";
}

} // namespace
} // namespace kev::lab05
