// The pair of fences on which asymmetric_mutex rests, alone: store buffering, as unlock() and lock_slow()
// do it. A heavy half that does nothing, as a stub of the kernel's call would, is found out here.
#include <kev/testing/threads.hpp>
#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

#include <gtest/gtest.h>

namespace kev::lab03 {
namespace {

// A static object of the program: it is made after the fences know what they are.
bool const free_at_the_start = asymmetric_fence_is_free();

TEST(AsymmetricFences, AreChosenBeforeStaticObjectsAreMade) {
    EXPECT_EQ(free_at_the_start, asymmetric_fence_is_free());
}

struct alignas(128) variable {
    std::atomic<std::uint32_t> value{0};
};

// Cache lines that both sides write: whoever writes one must fetch it from the other first, and a store that
// comes after waits in the store buffer as long. That is the window in which the two can miss each other.
variable fought_over[4];

void fight() noexcept {
    // relaxed: nobody reads them.
    for (variable& line : fought_over) line.value.store(1, std::memory_order_relaxed);
}

// Short and of changing length: the two sides should meet at all distances.
void delay(std::uint32_t length) noexcept {
    // seq_cst: for the compiler alone, which would leave an empty loop out.
    for (; length != 0; --length) std::atomic_signal_fence(std::memory_order_seq_cst);
}

// Yields seldom: two threads that give way to each other share one processor, and there nothing is reordered.
void wait_until_at_least(variable const& counter, std::uint32_t round) noexcept {
    for (int looks = 1; counter.value.load() < round; ++looks)
        if (looks % 50'000 == 0) kev::yield();
}

struct litmus {
    static constexpr std::uint32_t enough = 0xFFFFFFFF; // the number of no round

    variable unlocked, announced, begun, ended;
    std::uint32_t saw_unlocked = 0; // handed over by `ended`
    std::uint32_t missed = 0;       // rounds in which neither saw the other
    bool seen = false, not_seen = false;

    void be_owner(std::chrono::steady_clock::time_point end) noexcept {
        for (std::uint32_t round = 1; round % 1024 != 0 || std::chrono::steady_clock::now() < end;
             ++round) {
            unlocked.value.store(0);
            announced.value.store(0);
            begun.value.store(round);
            delay(round * 13 % 331);
            fight();
            // release: as U1 in unlock(); the fence does the rest.
            unlocked.value.store(1, std::memory_order_release);
            asymmetric_fence_light();
            // relaxed: as in unlock().
            bool const saw_announced = announced.value.load(std::memory_order_relaxed) != 0;
            wait_until_at_least(ended, round);
            if (!saw_announced && saw_unlocked == 0) ++missed;
            (saw_announced ? seen : not_seen) = true;
        }
        begun.value.store(enough);
    }

    void be_sleeper() noexcept {
        for (std::uint32_t round = 1;; ++round) {
            wait_until_at_least(begun, round);
            if (begun.value.load() == enough) return;
            fight();
            delay(round * 7 % 97);
            // relaxed: all order between the two steps is the fence's, as in lock_slow().
            announced.value.fetch_add(1, std::memory_order_relaxed);
            asymmetric_fence_heavy();
            // relaxed: as above. A read-modify-write, as take() is.
            saw_unlocked = unlocked.value.fetch_add(0, std::memory_order_relaxed);
            ended.value.store(round);
        }
    }
};

// One side is the owner that unlocks and looks for sleepers, the other the sleeper that announces itself
// and looks at the lock once more. That both see nothing is a lost wake-up. How many rounds fit into the
// time depends on the heavy half: with one that does nothing they are millions, and some are lost.
TEST(AsymmetricFences, NeverLetBothSidesMissEachOther) {
    litmus both;
    auto const end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1'500);
    testing::run_threads(2, [&](int side) {
        if (side == 0) {
            both.be_owner(end);
        } else {
            both.be_sleeper();
        }
    });
    EXPECT_EQ(both.missed, 0u);
    if (!both.seen || !both.not_seen) GTEST_SKIP() << "the two never ran at the same time";
}

} // namespace
} // namespace kev::lab03
