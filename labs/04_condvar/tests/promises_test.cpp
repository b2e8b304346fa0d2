// The promises of single condition variables beyond the suite: size, order, how often the kernel is asked.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab04/spin_lock.hpp>
#include <kev/testing/threads.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab04 {
namespace {

using lab03::fast_mutex;

constinit queue_mutex mutex_before_main;
constinit queue_condvar queue_before_main;
constinit chain_condvar chain_before_main;
constinit locked_condvar<> locked_before_main;

static_assert(sizeof(locked_condvar<>) == 8);
static_assert(sizeof(locked_condvar<spin_lock>) == 8);
static_assert(sizeof(lock_free_condvar) == 4);
static_assert(sizeof(counting_condvar) == 4);
static_assert(sizeof(queue_mutex) == 3 * sizeof(void*));
static_assert(sizeof(queue_condvar) == 8 + 2 * sizeof(void*));
static_assert(sizeof(chain_condvar) == 8 + 2 * sizeof(void*));
static_assert(std::is_trivially_destructible_v<queue_mutex>);
static_assert(std::is_trivially_destructible_v<queue_condvar>);
static_assert(!std::is_copy_constructible_v<queue_condvar>);

TEST(BeforeMain, AllCanBeUsed) {
    std::unique_lock lock(mutex_before_main);
    queue_before_main.notify_all();
    chain_before_main.notify_one();
    locked_before_main.notify_all();
    queue_before_main.wait(lock, [] { return true; });
    EXPECT_TRUE(lock.owns_lock());
}

// Threads that wait for a condition, in a known order: each begins when the one before it waits.
template <typename Condvar, typename Mutex>
class line {
public:
    explicit line(int length) {
        for (int number = 0; number < length; ++number) {
            threads_.emplace_back([this, number] { wait(number); });
            testing::wait_until_true([&] {
                std::unique_lock const lock(mutex_);
                return waiting_ == number + 1;
            });
        }
    }

    // All of them may go. Returns the order in which they had the mutex.
    template <typename Notify>
    std::vector<int> let_go(Notify notify) {
        notify();
        threads_.clear(); // joins
        return order_;
    }

    void open() {
        std::unique_lock const lock(mutex_);
        open_ = true;
        tally const before = this_thread_tally();
        changed_.notify_all();
        releases_ = this_thread_tally().releases - before.releases;
    }

    void open_one_by_one() {
        std::unique_lock lock(mutex_);
        open_ = true;
        for (std::size_t i = 0; i < threads_.size(); ++i) changed_.notify_one();
    }

    std::uint64_t releases() const { return releases_; }       // made by the notifying thread
    std::uint64_t sleeps() const { return sleeps_; }           // of all waiters, in wait()
    std::uint64_t most_sleeps() const { return most_sleeps_; } // of one waiter

private:
    void wait(int number) {
        std::unique_lock lock(mutex_);
        ++waiting_;
        std::uint64_t const before = this_thread_tally().waits;
        changed_.wait(lock, [&] { return open_; });
        std::uint64_t const mine = this_thread_tally().waits - before;
        sleeps_ += mine;
        most_sleeps_ = std::max(most_sleeps_, mine);
        order_.push_back(number);
    }

    Mutex mutex_{};
    Condvar changed_{};
    bool open_ = false;
    int waiting_ = 0;
    std::vector<int> order_;
    std::uint64_t releases_ = 0;
    std::uint64_t sleeps_ = 0;
    std::uint64_t most_sleeps_ = 0;
    std::vector<std::jthread> threads_;
};

std::vector<int> const first_to_last{0, 1, 2, 3, 4, 5, 6, 7};

TEST(QueueCondvar, ServesABroadcastInTheOrderOfWaiting) {
    line<queue_condvar, queue_mutex> all(8);
    EXPECT_EQ(all.let_go([&] { all.open(); }), first_to_last);
}

TEST(QueueCondvar, ServesSingleNotificationsInTheOrderOfWaiting) {
    line<queue_condvar, queue_mutex> all(8);
    EXPECT_EQ(all.let_go([&] { all.open_one_by_one(); }), first_to_last);
}

TEST(ChainCondvar, ServesABroadcastInTheOrderOfWaiting) {
    line<chain_condvar, fast_mutex> all(8);
    EXPECT_EQ(all.let_go([&] { all.open(); }), first_to_last);
}

TEST(QueueCondvar, BroadcastsWithoutTheKernelWhileTheMutexIsOwned) {
    line<queue_condvar, queue_mutex> all(8);
    all.let_go([&] { all.open(); });
    EXPECT_EQ(all.releases(), 0u);
}

TEST(QueueCondvar, PutsNoWaiterOfABroadcastToSleepTwice) {
    // A waiter that was moved to the mutex before it slept, and was next there, need not sleep at
    // all. So the broadcast is repeated until enough waiters have slept.
    std::uint64_t slept = 0;
    for (int run = 0; run < 100 && slept < 8; ++run) {
        line<queue_condvar, queue_mutex> all(8);
        all.let_go([&] { all.open(); });
        EXPECT_LE(all.most_sleeps(), 1u);
        slept += all.sleeps();
    }
    EXPECT_GE(slept, 8u) << "too few sleeps: the promise was not tested";
}

TEST(ChainCondvar, BroadcastsWithOneCallOfTheKernel) {
    line<chain_condvar, fast_mutex> all(8);
    all.let_go([&] { all.open(); });
    EXPECT_EQ(all.releases(), 1u);
}

// A mutex that counts the threads that are on their way into it.
class counting_mutex {
public:
    void lock() {
        ++coming_;
        mutex_.lock();
        --coming_;
    }
    void unlock() { mutex_.unlock(); }
    int coming() const { return coming_; }

private:
    fast_mutex mutex_;
    std::atomic<int> coming_{0};
};

TEST(ChainCondvar, WakesTheNextWaiterOnlyWhenTheWokenWaiterHasTheMutex) {
    counting_mutex mutex;
    chain_condvar changed;
    int waiting = 0;
    bool open = false;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            std::unique_lock lock(mutex);
            ++waiting;
            changed.wait(lock, [&] { return open; });
        });
    }
    testing::wait_until_true([&] {
        std::lock_guard const lock(mutex);
        return waiting == 3;
    });
    std::lock_guard const lock(mutex);
    open = true;
    changed.notify_all();
    testing::wait_until_true([&] { return mutex.coming() > 0; });
    // Time for a second waiter to come, if the first has woken it.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(mutex.coming(), 1);
}

TEST(LockedCondvar, BroadcastsWithOneCallOfTheKernelForEachWaiter) {
    line<locked_condvar<>, fast_mutex> all(8);
    all.let_go([&] { all.open(); });
    EXPECT_EQ(all.releases(), 8u);
}

TEST(CountingCondvar, NotifiesAsManyAsItIsAskedTo) {
    fast_mutex mutex;
    counting_condvar changed;
    int waiting = 0;
    int may_go = 0;
    int gone = 0;
    auto const read = [&](int& number) {
        std::lock_guard const lock(mutex);
        return number;
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < 5; ++i) {
        threads.emplace_back([&] {
            std::unique_lock lock(mutex);
            ++waiting;
            changed.wait(lock, [&] { return may_go > 0; });
            --may_go;
            ++gone;
        });
    }
    testing::wait_until_true([&] { return read(waiting) == 5; });
    changed.notify(0);
    for (int const next : {2, 3}) {
        int const before = read(gone);
        {
            std::lock_guard const lock(mutex);
            may_go = next;
        }
        tally const start = this_thread_tally();
        changed.notify(next == 2 ? 2 : 1'000'000); // no more than there are
        EXPECT_EQ(this_thread_tally().releases - start.releases, static_cast<std::uint64_t>(next));
        testing::wait_until_true([&] { return read(gone) == before + next; });
    }
}

} // namespace
} // namespace kev::lab04
