// Runs what workers.c does; and one object from both languages.
#include "workers.h"

#include <kev/kev.h>
#include <kev/lab08/contention.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/testing/threads.hpp>

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

// A call sets two things, the program's hook and the module's. Two threads may call at once, and then the two steps come in
// any order. No order leaves a hook that is not called, because the second step is always the same.
TEST(CInterface, EachSettingOfTheHookLeavesTheModuleWithTheSameHook) {
    static auto const hook = [](void const*, kev_contention, std::int64_t) {};
    EXPECT_EQ(kev_set_contention_hook(hook), nullptr);
    contention_hook const of_module = set_contention_hook(nullptr);
    EXPECT_NE(of_module, nullptr);
    EXPECT_NE(kev_set_contention_hook(nullptr), nullptr);
    EXPECT_EQ(set_contention_hook(nullptr), of_module);
}

} // namespace
} // namespace kev::lab08
