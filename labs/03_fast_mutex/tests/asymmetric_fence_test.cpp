// The pair of fences on which asymmetric_mutex rests, alone: store buffering, as unlock() and lock_slow()
// do it. A heavy half that does nothing, as a stub of the kernel's call would, is found out here.
#include <kev/testing/threads.hpp>
#include <kev/world.hpp>

#include <atomic>
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

// Short and of changing length: the two sides should meet at all distances.
void delay(std::uint32_t length) noexcept {
    // seq_cst: for the compiler alone, which would leave an empty loop out.
    for (; length != 0; --length) std::atomic_signal_fence(std::memory_order_seq_cst);
}

void wait_until_at_least(variable const& counter, std::uint32_t round) noexcept {
    for (int looks = 1; counter.value.load() < round; ++looks)
        if (looks % 1'000 == 0) kev::yield();
}

// One side is the owner that unlocks and looks for sleepers, the other the sleeper that announces itself
// and looks at the lock once more. That both see nothing is a lost wake-up.
TEST(AsymmetricFences, NeverLetBothSidesMissEachOther) {
    constexpr std::uint32_t rounds = 30'000;
    variable unlocked, announced, begun, ended;
    std::uint32_t saw_unlocked = 0; // handed over by `ended`
    std::uint32_t missed = 0;
    std::uint32_t seen = 0;
    testing::run_threads(2, [&](int side) {
        for (std::uint32_t round = 1; round <= rounds; ++round) {
            if (side == 1) {
                wait_until_at_least(begun, round);
                delay(round * 7 % 97);
                // relaxed: all order between the two steps is the fence's, as in lock_slow().
                announced.value.fetch_add(1, std::memory_order_relaxed);
                asymmetric_fence_heavy();
                // relaxed: as above. A read-modify-write, as take() is.
                saw_unlocked = unlocked.value.fetch_add(0, std::memory_order_relaxed);
                ended.value.store(round);
                continue;
            }
            unlocked.value.store(0);
            announced.value.store(0);
            begun.value.store(round);
            delay(round * 13 % 331);
            // release: as U1 in unlock(); the fence does the rest.
            unlocked.value.store(1, std::memory_order_release);
            asymmetric_fence_light();
            // relaxed: as in unlock().
            std::uint32_t const saw_announced = announced.value.load(std::memory_order_relaxed);
            wait_until_at_least(ended, round);
            if (saw_announced == 0 && saw_unlocked == 0) ++missed;
            if (saw_announced != 0) ++seen;
        }
    });
    EXPECT_EQ(missed, 0u);
    if (seen == 0 || seen == rounds) GTEST_SKIP() << "the two never ran at the same time";
}

} // namespace
} // namespace kev::lab03
