// Stores that take a place before others that were made already, and compare-exchanges that fail by an old value.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using order = std::memory_order;

using outcome = std::array<int, 2>;
std::set<outcome> outcomes;

options with(int early_stores, int stale_failures = 0, bool kernel_orders_changes = true) {
    options made = plain();
    made.limits.early_stores = early_stores;
    made.limits.stale_failures = stale_failures;
    made.kernel_orders_changes = kernel_orders_changes;
    return made;
}

template <typename S>
std::set<outcome> outcomes_of(options const& settings) {
    outcomes.clear();
    EXPECT_EQ(exploring<S>(settings).found, verdict::exhausted_clean);
    return outcomes;
}

// 2+2W: each thread stores both variables, in opposite order. C++ allows both first stores to come last.
struct two_plus_two_writes {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        (number == 1 ? x : y).store(1, memory_order_relaxed);
        (number == 1 ? y : x).store(2, memory_order_relaxed);
    }
    void after() { outcomes.insert({x.load(), y.load()}); }
};

TEST(EarlyStores, ShowTwoPlusTwoWrites) {
    outcome const first_ones_last{1, 1};
    EXPECT_FALSE(outcomes_of<two_plus_two_writes>(with_stale_loads(2)).contains(first_ones_last));
    EXPECT_TRUE(outcomes_of<two_plus_two_writes>(with(1)).contains(first_ones_last));
}

// A thread's own stores of one variable stay in their order.
struct own_stores {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        x.store(number, memory_order_relaxed);
        x.store(number + 10, memory_order_relaxed);
    }
    void after() { outcomes.insert({x.load(), 0}); }
};

TEST(EarlyStores, KeepTheOrderOfOneThread) {
    EXPECT_EQ(outcomes_of<own_stores>(with(4)), (std::set<outcome>{{11, 0}, {12, 0}}));
}

// Read-modify-writes alone: each reads the one before it, wherever it stands.
struct additions {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    void thread(int) { x.fetch_add(1, memory_order_relaxed); }
    void after() { outcomes.insert({x.load(), 0}); }
};

TEST(EarlyStores, NeverComeBetweenAReadModifyWriteAndWhatItReads) {
    EXPECT_EQ(outcomes_of<additions>(with(5)), (std::set<outcome>{{3, 0}}));
}

// One thread stores a flag, by a store or an exchange, and then a message. The thread that has the message exchanges the
// flag.
template <bool Exchanges, order Tell, order Hear>
struct exchange_after_a_message {
    static constexpr int threads = 2;
    kev::atomic<int> flag{0, "flag"};
    kev::atomic<int> message{0, "message"};
    outcome seen{-1, -1};
    void thread(int number) {
        if (number == 1) {
            Exchanges ? static_cast<void>(flag.exchange(1, memory_order_acq_rel))
                      : flag.store(1, memory_order_relaxed);
            message.store(1, Tell);
        } else {
            seen[0] = message.load(Hear);
            if (seen[0] == 1) seen[1] = flag.exchange(2, memory_order_relaxed);
        }
    }
    void after() { outcomes.insert(seen); }
};

TEST(EarlyStores, AReadModifyWriteReadsAnOldValueUnlessItHasHeardOfANewerOne) {
    outcome const old{1, 0};
    using unordered = exchange_after_a_message<false, memory_order_relaxed, memory_order_relaxed>;
    using ordered = exchange_after_a_message<false, memory_order_release, memory_order_acquire>;
    using chain = exchange_after_a_message<true, memory_order_relaxed, memory_order_relaxed>;
    EXPECT_TRUE(outcomes_of<unordered>(with(1)).contains(old));
    EXPECT_FALSE(outcomes_of<unordered>(with_stale_loads(1)).contains(old));
    EXPECT_FALSE(outcomes_of<ordered>(with(1)).contains(old));
    EXPECT_FALSE(outcomes_of<chain>(with(1)).contains(old))
        << "one of two exchanges reads the other";
}

// The message is a call of the kernel.
struct wakes {
    static constexpr int threads = 2;
    kev::atomic<int> flag{0, "flag"};
    dependency queue;
    bool woken = false;
    outcome seen{-1, -1};
    void thread(int number) {
        run& r = *run::active();
        if (number == 1) flag.store(1, memory_order_relaxed);
        r.point(step::change);
        r.depend(queue, true);
        if (number == 1) {
            if (r.thread(2).is_asleep()) r.wake(2);
            woken = true;
        } else {
            if (!woken) r.sleep(std::nullopt, "");
            seen[0] = 1;
            seen[1] = flag.exchange(2, memory_order_relaxed);
        }
    }
    void after() { outcomes.insert(seen); }
};

TEST(EarlyStores, ComeLastInAWokenThreadIfTheCaseTrustsTheKernel) {
    outcome const old{1, 0};
    EXPECT_FALSE(outcomes_of<wakes>(with(1)).contains(old));
    EXPECT_TRUE(outcomes_of<wakes>(with(1, 0, false)).contains(old));
}

// As in message passing, and the second look at the message is a compare-exchange that fails.
struct failing_compare_exchange {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    outcome seen{-1, -1};
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            y.store(1, memory_order_relaxed);
        } else {
            seen[0] = y.load(memory_order_relaxed);
            seen[1] = 7;
            x.compare_exchange_strong(seen[1], 8, memory_order_relaxed);
        }
    }
    void after() { outcomes.insert(seen); }
};

TEST(StaleFailures, ReadAnOldValue) {
    outcome const old{1, 0};
    EXPECT_FALSE(outcomes_of<failing_compare_exchange>(with_stale_loads(2)).contains(old));
    EXPECT_TRUE(outcomes_of<failing_compare_exchange>(with(0, 1)).contains(old));
}

} // namespace
