// To make an object is an access to it.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

// An object that is handed to another thread when it has been made, or made anew when the other has used it.
template <std::memory_order Tell, std::memory_order Hear>
struct made_by_another {
    static constexpr int threads = 2;
    union place {
        place() {}
        ~place() {}
        kev::atomic<int> x;
    } made;
    kev::atomic<int> ready{0, "ready"};
    void thread(int number) {
        if (number == 1) {
            std::construct_at(&made.x, 1, "x");
            ready.store(1, Tell);
        } else if (ready.load(Hear) == 1) {
            made.x.store(2, memory_order_relaxed);
        }
    }
};

template <typename T, std::memory_order Tell, std::memory_order Hear>
struct made_anew {
    static constexpr int threads = 2;
    T x{0, "x"};
    kev::atomic<int> done{0, "done"};
    void thread(int number) {
        if (number == 1) {
            (void)use(x);
            done.store(1, Tell);
        } else if (done.load(Hear) == 1) {
            std::construct_at(&x, 1, "x");
        }
    }
    static int use(kev::atomic<int> const& what) { return what.load(memory_order_relaxed); }
    static int use(kev::shared<int> const& what) { return what.read(); }
};

TEST(Making, ToMakeAnObjectIsAnAccessToIt) {
    EXPECT_EQ((exploring<made_by_another<memory_order_release, memory_order_acquire>>().found),
              verdict::exhausted_clean);
    auto const found = exploring<made_by_another<memory_order_relaxed, memory_order_acquire>>();
    EXPECT_EQ(found.found, verdict::data_race);
    ASSERT_EQ(found.shortest.ending.size(), 3u);
    EXPECT_EQ(found.shortest.ending[0].find("thread 2 uses x in thread() ("), 0u)
        << found.shortest.ending[0];
    EXPECT_EQ(found.shortest.ending[1].find("thread 1 made it in "), 0u)
        << found.shortest.ending[1];
    options off = plain();
    off.making_is_an_access = false;
    EXPECT_EQ((exploring<made_by_another<memory_order_relaxed, memory_order_acquire>>(off).found),
              verdict::exhausted_clean);
}

TEST(Making, AnObjectIsMadeInThePlaceOfAnotherWhenAllHaveUsedThat) {
    using std::memory_order_seq_cst;
    using atomic = kev::atomic<int>;
    using shared = kev::shared<int>;
    EXPECT_EQ((exploring<made_anew<atomic, memory_order_release, memory_order_acquire>>().found),
              verdict::exhausted_clean);
    EXPECT_EQ((exploring<made_anew<shared, memory_order_release, memory_order_acquire>>().found),
              verdict::exhausted_clean);
    EXPECT_EQ((exploring<made_anew<shared, memory_order_release, memory_order_relaxed>>().found),
              verdict::data_race);
    auto const found = exploring<made_anew<atomic, memory_order_relaxed, memory_order_seq_cst>>();
    EXPECT_EQ(found.found, verdict::data_race);
    ASSERT_EQ(found.shortest.ending.size(), 3u);
    EXPECT_EQ(found.shortest.ending[0].find("thread 2 makes x in "), 0u)
        << found.shortest.ending[0];
    EXPECT_EQ(found.shortest.ending[1].find("thread 1 used it in "), 0u)
        << found.shortest.ending[1];
}

} // namespace
