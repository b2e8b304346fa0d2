// Runs what workers.c does; and one object from both languages.
#include "workers.h"

#include <kev/kev.h>
#include <kev/lab08/contention.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <cstdint>
#include <new>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

TEST(CInterface, EachTypeWorksAlone) {
    EXPECT_EQ(check_each_type_alone(), 0) << "the line in workers.c";
}

TEST(CInterface, ThreadsInCExcludeEachOther) {
    testing::run_threads(workers_threads, [](int index) { work(index); });
    EXPECT_EQ(check_what_was_counted(), 0) << "the line in workers.c";
}

TEST(CInterface, OneObjectIsUsedFromBothLanguages) {
    kev_mutex object = KEV_MUTEX_INIT;
    mutex& same = *std::launder(reinterpret_cast<mutex*>(&object));
    long counter = 0; // plain
    testing::run_threads(4, [&](int index) {
        for (int turn = 0; turn < 2'000; ++turn) {
            if (index % 2 == 0) {
                kev_mutex_lock(&object);
                ++counter;
                kev_mutex_unlock(&object);
            } else {
                same.lock();
                ++counter;
                same.unlock();
            }
        }
    });
    EXPECT_EQ(counter, 8'000);
}

// Two threads set the hook at once, one of them to none. Whichever call is the later one, a hook that is set is called.
TEST(CInterface, AHookThatIsSetIsCalledWhateverAnotherThreadHasSet) {
    constexpr int rounds = 5'000;
    static auto const hook = [](void const*, kev_contention, std::int64_t) {};
    std::atomic<int> begun = 0;
    int not_called = 0;
    // Awake, because both calls must come at the same moment.
    auto const wait_until_begun = [&begun](int number) {
        for (int looks = 0; begun < number; ++looks) looks < 20'000 ? kev::relax() : kev::yield();
    };
    testing::run_threads(2, [&](int index) {
        for (int round = 0; round < rounds; ++round) {
            ++begun;
            wait_until_begun(4 * round + 2);
            kev_set_contention_hook(index == 0 ? hook : kev_contention_hook{nullptr});
            ++begun;
            wait_until_begun(4 * round + 4);
            if (index != 0) continue;
            // The other thread waits for the next round.
            bool const may_be_called = set_contention_hook(nullptr) != nullptr;
            if (kev_set_contention_hook(nullptr) != nullptr && !may_be_called) ++not_called;
        }
    });
    EXPECT_EQ(not_called, 0);
}

} // namespace
} // namespace kev::lab08
