/// @file
/// The stress of a lock that its next owner may destroy, with real threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

namespace kev::testing {

/// The last of four users frees the memory, while those before it may still be on their way out of unlock():
/// AddressSanitizer sees if one touches the object. In some rounds the owner sleeps, so that the others do. Blocks till
/// all rounds are over. @return what the threads asked of the kernel.
template <typename Lock>
tally destroy_after_use(int rounds) {
    constexpr int threads = 4;
    struct guarded {
        Lock lock;
        int users = threads;
    };
    std::vector<guarded*> objects(static_cast<std::size_t>(rounds));
    for (guarded*& object : objects) object = new guarded;
    std::atomic<int> destroyed{0};
    std::atomic<int> arrived{0};
    tally const sum = run_threads(threads, [&](int) {
        for (int round = 0; round < rounds; ++round) {
            guarded* const object = objects[static_cast<std::size_t>(round)];
            ++arrived;
            while (arrived < (round + 1) * threads) kev::yield(); // all come to each together
            object->lock.lock();
            if (round % 16 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            bool const last = --object->users == 0;
            object->lock.unlock();
            if (!last) continue;
            delete object;
            ++destroyed;
        }
    });
    EXPECT_EQ(destroyed, rounds);
    feed_watchdog();
    return sum;
}

/// As above, until fifty threads have slept: a lock that nobody waits for has nothing to touch.
template <typename Lock>
void expect_that_the_next_owner_may_destroy_it() {
    tally const sum = until_slept(50, [] { return destroy_after_use<Lock>(500); });
    EXPECT_GE(sum.waits, 50u) << "too few sleeps: nothing was tested";
}

} // namespace kev::testing
