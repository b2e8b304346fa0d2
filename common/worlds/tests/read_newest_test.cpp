// kev::read_newest() must be more than a load after the compiler, too.
#include <cstdint>

#include <kev/testing/store_buffer.hpp>
#include <kev/world.hpp>

#include <gtest/gtest.h>

namespace kev {
namespace {

TEST(ReadNewest, ReturnsWhatIsThereAndLeavesIt) {
    atomic<std::uint8_t> byte{200};
    atomic<std::uint32_t> word{0xffff'ffffu};
    atomic<std::int64_t> number{-3};
    EXPECT_EQ(read_newest(byte), 200);
    EXPECT_EQ(read_newest(word), 0xffff'ffffu);
    EXPECT_EQ(read_newest(number), -3);
    EXPECT_EQ(byte.load(), 200);
    EXPECT_EQ(word.load(), 0xffff'ffffu);
    EXPECT_EQ(number.load(), -3);
}

// C++ does not say that a read-modify-write keeps a store and a later load of other objects apart; every one of x86
// does, and a plain load does not. So this sees whether the compiler has made a load of it.
TEST(ReadNewest, IsNotMadeALoadByTheCompiler) {
#if defined(__x86_64__)
    atomic<std::uint32_t> words[2];
    EXPECT_EQ(testing::rounds_in_which_neither_saw_the_other(
                  40'000, [&] { read_newest(words[0]); }, [&] { read_newest(words[1]); }),
              0);
#else
    GTEST_SKIP() << "read-modify-writes are no full barriers here: nothing to see it by";
#endif
}

// Two changes that change nothing have another spelling: K1 of lab 06, and the last look of an earlier once_flag.
TEST(ReadNewest, OtherSpellingsAreNotMadeALoadEither) {
#if defined(__x86_64__)
    atomic<std::uint32_t> words[2];
    std::atomic<bool> changed = false;
    auto const add = [&](int i) {
        // release: as K1, which is what is asked about.
        if (words[i].fetch_add(0, std::memory_order_release) != 0) changed = true;
    };
    auto const exchange = [&](int i) {
        std::uint32_t expected = 0;
        // relaxed: as in the earlier once_flag, which is what is asked about.
        if (!words[i].compare_exchange_weak(expected, expected, std::memory_order_relaxed,
                                            std::memory_order_relaxed))
            changed = true;
    };
    EXPECT_EQ(testing::rounds_in_which_neither_saw_the_other(
                  40'000, [&] { add(0); }, [&] { add(1); }),
              0);
    EXPECT_EQ(testing::rounds_in_which_neither_saw_the_other(
                  40'000, [&] { exchange(0); }, [&] { exchange(1); }),
              0);
    EXPECT_FALSE(changed);
#else
    GTEST_SKIP() << "read-modify-writes are no full barriers here: nothing to see it by";
#endif
}

} // namespace
} // namespace kev
