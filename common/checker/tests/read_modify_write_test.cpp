// Read-modify-writes: always of the newest value, and part of the release sequence.
#include "exploring.hpp"

#include <gtest/gtest.h>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;

struct relaxed_counting {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    void thread(int) { x.fetch_add(1, memory_order_relaxed); }
    void after() { require(x.load(memory_order_relaxed) == 3, "every addition counts"); }
};

TEST(ReadModifyWrite, ReadsTheNewestValueHoweverRelaxed) {
    EXPECT_EQ(exploring<relaxed_counting>(with_stale_loads(3)).found, verdict::exhausted_clean);
}

struct load_then_store {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) { x.store(x.load() + 1); }
    void after() { require(x.load() == 2, "every addition counts"); }
};

TEST(ReadModifyWrite, LoadAndStoreAreNotOne) {
    auto const found = exploring<load_then_store>();
    EXPECT_EQ(found.found, verdict::assertion);
    EXPECT_EQ(found.shortest.preemptions, 1);
}

struct arithmetic {
    static constexpr int threads = 1;
    kev::atomic<std::uint8_t> x{250, "x"};
    kev::atomic<int*> pointer{nullptr, "pointer"};
    int target = 0;
    void thread(int) {
        require(x.fetch_add(10) == 250, "fetch_add returns the value before");
        require(x.load() == 4, "and wraps at the width of the type");
        require(x.fetch_sub(5) == 4 && x.load() == 255, "fetch_sub wraps too");
        require(x.fetch_and(0x0F) == 255 && x.load() == 15, "fetch_and");
        require(x.fetch_or(0x10) == 15 && x.load() == 31, "fetch_or");
        require(x.fetch_xor(0x01) == 31 && x.load() == 30, "fetch_xor");
        require(x.exchange(7) == 30 && x.load() == 7, "exchange");
        std::uint8_t expected = 6;
        require(!x.compare_exchange_strong(expected, 9) && expected == 7,
                "a failure tells the value");
        require(x.compare_exchange_strong(expected, 9) && x.load() == 9, "a success stores");
        require(pointer.exchange(&target) == nullptr && pointer.load() == &target, "pointers");
    }
};

TEST(ReadModifyWrite, ComputesAsTheTypeDoes) {
    EXPECT_EQ(exploring<arithmetic>().found, verdict::exhausted_clean);
}

struct weak_failure {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        int expected = 0;
        bool const done = x.compare_exchange_weak(expected, 1, memory_order_relaxed);
        require(expected == 0, "a failure without a reason leaves the expected value");
        reached(done ? "done" : "failed");
    }
};

TEST(ReadModifyWrite, WeakCompareExchangeMayFailWithinItsBudget) {
    options settings = plain();
    EXPECT_EQ(exploring<weak_failure>(settings).reached.count("failed"), 0u);
    settings.limits.weak_failures = 1;
    auto const found = exploring<weak_failure>(settings);
    EXPECT_EQ(found.runs, 2u);
    EXPECT_EQ(found.reached.count("failed"), 1u);
    EXPECT_EQ(found.reached.count("done"), 1u);
}

struct retry_loop {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        int old = x.load(memory_order_relaxed);
        while (!x.compare_exchange_weak(old, old + 1, memory_order_relaxed)) {
        }
    }
    void after() { require(x.load() == 2, "every addition counts"); }
};

TEST(ReadModifyWrite, ARetryLoopEnds) {
    options settings = plain();
    settings.limits.weak_failures = 2;
    EXPECT_EQ(exploring<retry_loop>(settings).found, verdict::exhausted_clean);
}

// A release, then something in between by another thread, then an acquire: is the data ordered?
enum class middle { read_modify_write, store };

template <middle Kind>
struct release_sequence {
    static constexpr int threads = 3;
    kev::shared<int> data{0, "data"};
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        if (number == 1) {
            data.write(1);
            x.store(1, memory_order_release);
        } else if (number == 2) {
            if (x.load(memory_order_relaxed) != 1) return;
            if (Kind == middle::store) x.store(2, memory_order_relaxed);
            if (Kind == middle::read_modify_write) x.fetch_add(1, memory_order_relaxed);
        } else if (x.load(memory_order_acquire) == 2) {
            reached("the end of the sequence");
            require(data.read() == 1, "the data has arrived");
        }
    }
};

TEST(ReadModifyWrite, KeepsAReleaseSequenceWhole) {
    auto const found = exploring<release_sequence<middle::read_modify_write>>(with_stale_loads(2));
    EXPECT_EQ(found.found, verdict::exhausted_clean);
    EXPECT_EQ(found.reached.count("the end of the sequence"), 1u);
}

TEST(ReadModifyWrite, APlainStoreBreaksAReleaseSequence) {
    EXPECT_EQ(exploring<release_sequence<middle::store>>().found, verdict::data_race);
}

} // namespace
