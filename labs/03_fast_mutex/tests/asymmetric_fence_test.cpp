// The pair of fences on which asymmetric_mutex rests, alone. A heavy half that does nothing, as a stub of the
// kernel's call would, is found out here.
#include <kev/testing/store_buffer.hpp>
#include <kev/world.hpp>

#include <gtest/gtest.h>

namespace kev::lab03 {
namespace {

// A static object of the program: it is made after the fences know what they are.
bool const free_at_the_start = asymmetric_fence_is_free();

TEST(AsymmetricFence, IsChosenBeforeStaticObjectsAreMade) {
    EXPECT_EQ(free_at_the_start, asymmetric_fence_is_free());
}

// One side is the owner, which unlocks and looks for sleepers. The other side is the sleeper, which announces itself and
// looks at the lock once more. If neither sees the other, a wake-up is lost.
TEST(AsymmetricFence, LetsOneOfTwoSeeWhatTheOtherHasStored) {
    EXPECT_EQ(testing::rounds_in_which_neither_saw_the_other(4'000, asymmetric_fence_light,
                                                             asymmetric_fence_heavy),
              0);
}

} // namespace
} // namespace kev::lab03
