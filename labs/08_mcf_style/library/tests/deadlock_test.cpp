// Threads that wait for each other in a circle: a checked mutex says so, and ends the program.
#include <kev/lab08/contention.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/library/checked_mutex.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/testing/threads.hpp>

#include "../../tests/testing_access.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using checked_recursive_mutex = basic_recursive_mutex<checked_mutex>;

// Each thread takes a mutex of its own. Then each wants that of the next thread. No std::barrier: under Windows a thread
// stayed in that of GCC 12 in 3 of 40 runs.
template <typename Mutex, std::size_t Number>
void lock_in_a_circle() {
    std::array<Mutex, Number> mutexes;
    std::atomic<std::size_t> owned = 0;
    testing::run_threads(int{Number}, [&](int index) {
        auto const mine = static_cast<std::size_t>(index);
        mutexes[mine].lock();
        ++owned;
        testing::wait_until_true([&owned] { return owned == Number; });
        mutexes[(mine + 1) % Number].lock();
    });
}

// A third thread waits for a mutex of two threads that lock in opposite order.
void lock_beside_a_circle() {
    checked_mutex first;
    checked_mutex second;
    first.lock();
    auto const are_waiting = [&first](state_t number) {
        return mutex_bits::counts::sleeping(first.state()) == number;
    };
    std::jthread const outside([&first] { first.lock(); });
    testing::wait_until_true([&] { return are_waiting(1); });
    std::jthread const partner([&first, &second] {
        second.lock();
        first.lock();
    });
    testing::wait_until_true([&] { return are_waiting(2); });
    second.lock();
}

bool sleeps_in(checked_mutex const& m) {
    return mutex_bits::counts::sleeping(m.state()) != 0;
}

// Three waits are recorded one after the other, and the first ends first. Then its thread closes a circle of two.
void lock_in_a_circle_after_another_wait() {
    checked_mutex first;
    checked_mutex second;
    checked_mutex third;
    first.lock();
    std::jthread const one([&] {
        second.lock();
        first.lock();
        third.lock();
    });
    testing::wait_until_true([&] { return sleeps_in(first); });
    std::jthread const two([&] {
        third.lock();
        second.lock();
    });
    testing::wait_until_true([&] { return sleeps_in(second); });
    first.unlock();
}

// A hook that waits for a mutex itself, once, in the thread that asks for it.
checked_mutex of_hook;
thread_local bool hook_may_wait = false;
std::atomic<bool> hook_has_waited = false;

void wait_for_the_mutex_of_the_hook(void const* /*object*/, contention /*kind*/,
                                    std::int64_t /*when*/) noexcept {
    if (!hook_may_wait) return;
    hook_may_wait = false;
    { std::lock_guard const lock(of_hook); }
    hook_has_waited = true;
}

// A thread owns `outer` and waits for `inner`. Counted in, and before it sleeps, its hook has waited for `of_hook`.
class waiter_with_a_hook {
public:
    waiter_with_a_hook(checked_mutex& outer, checked_mutex& inner) {
        hook_has_waited = false;
        set_contention_hook(wait_for_the_mutex_of_the_hook);
        thread_ = std::jthread([&] {
            outer.lock();
            hook_may_wait = true;
            inner.lock();
            inner.unlock();
            outer.unlock();
        });
        testing::wait_until_true([] { return sleeps_in(of_hook); });
    }
    ~waiter_with_a_hook() {
        thread_.join();
        set_contention_hook(nullptr);
    }
    waiter_with_a_hook(waiter_with_a_hook const&) = delete;
    waiter_with_a_hook& operator=(waiter_with_a_hook const&) = delete;

private:
    std::jthread thread_;
};

// Two threads lock in opposite order, one of them with a hook that has waited in between.
void lock_in_a_circle_with_a_hook() {
    checked_mutex first;
    checked_mutex second;
    second.lock();
    of_hook.lock();
    waiter_with_a_hook const other(first, second);
    of_hook.unlock();
    testing::wait_until_true([] { return hook_has_waited.load(); });
    first.lock();
}

// The same, but the circle is closed while the hook still waits. Nothing is left to be recorded after that.
void close_a_circle_around_a_hook() {
    checked_mutex first;
    checked_mutex second;
    std::atomic<bool> owned = false;
    std::jthread const owner([&] {
        second.lock();
        owned = true;
        testing::wait_until_true([] { return sleeps_in(of_hook); });
        first.lock();
    });
    testing::wait_until_true([&owned] { return owned.load(); });
    of_hook.lock();
    waiter_with_a_hook const other(first, second);
    testing::wait_until_true([&] { return sleeps_in(first); });
    of_hook.unlock();
}

// Matches a report in which so many threads are named, each once, and the owner of each line waits in the next line.
class names_a_circle {
public:
    explicit names_a_circle(std::size_t number) : number_(number) {}

    bool MatchAndExplain(std::string const& report, ::testing::MatchResultListener* /*why*/) const {
        static std::regex const line("kev: thread ([0-9]+) waits for the mutex at [^ ]+, which is "
                                     "owned by thread ([0-9]+)\\. Its word is 0x[0-9a-f]+: locked");
        std::vector<std::smatch> const lines(
            std::sregex_iterator(report.begin(), report.end(), line), std::sregex_iterator());
        if (lines.size() != number_) return false;
        for (std::size_t i = 0; i < number_; ++i)
            if (lines[i].str(2) != lines[(i + 1) % number_].str(1) ||
                lines[i].str(1) == lines[i].str(2))
                return false;
        return report.find("kev: a deadlock of " + std::to_string(number_) + " threads") !=
               std::string::npos;
    }
    void DescribeTo(std::ostream* to) const { *to << "names a circle of " << number_; }
    void DescribeNegationTo(std::ostream* to) const { *to << "names no circle of " << number_; }

private:
    std::size_t number_;
};

auto names_circle_of(std::size_t number) {
    return ::testing::MakePolymorphicMatcher(names_a_circle(number));
}

class DeadlockDeathTest : public ::testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(DeadlockDeathTest, TwoThreadsThatLockInOppositeOrderAreReported) {
    EXPECT_DEATH((lock_in_a_circle<checked_mutex, 2>()), names_circle_of(2));
}

TEST_F(DeadlockDeathTest, ALongerCircleIsReportedInItsOrder) {
    EXPECT_DEATH((lock_in_a_circle<checked_mutex, 5>()), names_circle_of(5));
}

TEST_F(DeadlockDeathTest, ACircleOfRecursiveMutexesIsReported) {
    EXPECT_DEATH((lock_in_a_circle<checked_recursive_mutex, 2>()), names_circle_of(2));
}

TEST_F(DeadlockDeathTest, AThreadOutsideOfTheCircleIsNotNamed) {
    EXPECT_DEATH(lock_beside_a_circle(), names_circle_of(2));
}

TEST_F(DeadlockDeathTest, ACircleAfterAWaitThatHasEndedIsReported) {
    EXPECT_DEATH(lock_in_a_circle_after_another_wait(), names_circle_of(2));
}

TEST_F(DeadlockDeathTest, AThreadWhoseHookHasWaitedIsReported) {
    EXPECT_DEATH(lock_in_a_circle_with_a_hook(), names_circle_of(2));
}

TEST_F(DeadlockDeathTest, AThreadWhoseHookStillWaitsIsReportedAfterIt) {
    EXPECT_DEATH(close_a_circle_around_a_hook(), names_circle_of(2));
}

TEST(Deadlocks, NoneIsReportedOfAThreadWhoseHookHasWaited) {
    checked_mutex before;
    checked_mutex outer;
    checked_mutex inner;
    before.lock();
    std::jthread earlier([&before] { std::lock_guard const lock(before); });
    testing::wait_until_true([&] { return sleeps_in(before); });
    inner.lock();
    of_hook.lock();
    waiter_with_a_hook const sleeper(outer, inner);
    before.unlock();
    earlier.join(); // the oldest wait of the three has ended first
    of_hook.unlock();
    testing::wait_until_true([] { return hook_has_waited.load(); });
    // The hook's wait is over. So a thread that owns `of_hook` may wait for the thread that slept there.
    std::jthread const other([&] {
        std::lock_guard const lock(of_hook);
        std::lock_guard const second(outer);
    });
    testing::wait_until_true([&] { return sleeps_in(outer); });
    inner.unlock();
}

TEST(Deadlocks, AWaitThatEndsByItselfIsNone) {
    checked_mutex first;
    checked_mutex second;
    std::atomic<int> owned = 0;
    testing::run_threads(2, [&](int index) {
        checked_mutex& mine = index == 0 ? first : second;
        checked_mutex& other = index == 0 ? second : first;
        mine.lock();
        ++owned;
        testing::wait_until_true([&owned] { return owned == 2; });
        if (other.try_lock_for(std::chrono::milliseconds(20))) other.unlock();
        mine.unlock();
    });
}

TEST(Deadlocks, NoneIsReportedOfThreadsThatKeepTheOrder) {
    std::array<checked_mutex, 3> mutexes;
    int counter = 0;
    testing::run_threads(4, [&](int index) {
        for (int turn = 0; turn < 3'000; ++turn) {
            auto const lower = static_cast<std::size_t>(turn + index) % 2;
            std::lock_guard const outer(mutexes[lower]);
            if (turn % 16 == 0) kev::yield();
            std::lock_guard const inner(mutexes[2]);
            ++counter;
        }
    });
    EXPECT_EQ(counter, 12'000);
}

} // namespace
} // namespace kev::lab08
