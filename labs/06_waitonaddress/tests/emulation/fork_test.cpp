// fork() copies the table of waiters and the flags, because they are memory like any other. The child must cope with them.
#include <kev/lab06/emulation/alert_flags.hpp>
#include <kev/lab06/wait_on_address.hpp>
#include <kev/testing/forked.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab06 {
namespace {

using namespace std::chrono_literals;

// So many addresses that each bucket has some.
alignas(8) std::array<char, 8 * 8'192> memory;

// Joins the bucket of this address, and leaves it again. @return whether no thread woke it.
bool only_looks(void const* address) {
    char const undesired = 0;
    return !wait_on_address_for(address, &undesired, 1, 0s);
}

bool every_bucket_works() {
    for (std::size_t at = 0; at < memory.size(); at += 8) {
        if (!only_looks(&memory[at])) return false;
        if (process_table().bucket_of(&memory[at]).occupied()) return false;
    }
    return true;
}

TEST(Fork, LeavesNoWaiterInTheTableOfTheChild) {
    kev::atomic<std::uint32_t> door{0};
    std::jthread const waiter([&] {
        std::uint32_t const closed = 0;
        while (door.load() == closed) wait_on_address(&door, &closed, sizeof closed);
    });
    testing::wait_until_true([&] { return process_table().bucket_of(&door).occupied(); });
    EXPECT_TRUE(testing::holds_in_a_fork(
        [&] { return !process_table().bucket_of(&door).occupied() && every_bucket_works(); }));
    door.store(1);
    wake_by_address_single(&door); // the waiter of the parent wakes
}

// The test would hang if a child had a bucket whose attendant is a thread of its parent.
TEST(Fork, LetsTheChildUseEveryBucketWhateverTheThreadsOfItsParentDid) {
    testing::expect_in_many_forks([] { only_looks(memory.data()); }, every_bucket_works);
}

TEST(Fork, LetsTheChildTakeAFlagWhateverTheThreadsOfItsParentDid) {
    auto const take_and_give_back = [] {
        emulation::alert_flags& flags = emulation::process_flags();
        flags.give_back(flags.take().flag);
    };
    testing::expect_in_many_forks(take_and_give_back, [&] {
        take_and_give_back();
        return true;
    });
}

} // namespace
} // namespace kev::lab06
