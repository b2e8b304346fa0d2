// How often a thread that wakes others calls the kernel, where one call wakes several: each call costs more than all the
// rest of the step.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/latch.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/threads.hpp>

#include "../../../../tests/testing_access.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using event = inspected<kev::event>;
using shared_mutex = inspected<kev::shared_mutex>;

constexpr int sleepers = 5;

std::uint64_t calls_of(auto wake) {
    std::uint64_t const before = this_thread_tally().releases;
    wake();
    return this_thread_tally().releases - before;
}

// The calls of wake(), after so many threads have counted themselves in by sleep().
std::uint64_t calls_with_sleepers(auto sleep, auto all_sleep, auto wake) {
    std::uint64_t calls = 0;
    testing::run_threads(sleepers + 1, [&](int index) {
        if (index > 0) return sleep();
        testing::wait_until_true(all_sleep);
        calls = calls_of(wake);
    });
    return calls;
}

TEST(Wakers, CallTheKernelOnceForAllSleepers) {
    inspected<counting_semaphore<>> permits;
    EXPECT_EQ(calls_with_sleepers([&] { permits.acquire(); },
                                  [&] { return permit_bits::number(permits.state()) == -sleepers; },
                                  [&] { permits.release(sleepers); }),
              1u);
    event done;
    EXPECT_EQ(calls_with_sleepers([&] { done.wait(); },
                                  [&] { return event::counts::sleeping(done.state()) == sleepers; },
                                  [&] { done.set(); }),
              1u);
    shared_mutex m;
    m.lock();
    EXPECT_EQ(calls_with_sleepers(
                  [&] {
                      m.lock_shared();
                      m.unlock_shared();
                  },
                  [&] { return shared_bits::sleeping_readers(m.state()) == sleepers; },
                  [&] { m.unlock(); }),
              1u);
}

TEST(Wakers, CallNoKernelIfNoThreadSleeps) {
    inspected<counting_semaphore<>> permits;
    event done;
    latch count(1);
    shared_mutex m;
    condition_variable changed;
    EXPECT_EQ(calls_of([&] {
                  permits.release(3);
                  done.set();
                  count.count_down();
                  m.lock();
                  m.unlock();
                  m.lock_shared();
                  m.unlock_shared();
                  changed.notify_one();
                  changed.notify_some(3);
                  changed.notify_some((std::numeric_limits<std::size_t>::max)());
                  changed.notify_all();
              }),
              0u);
}

} // namespace
} // namespace kev::lab08
