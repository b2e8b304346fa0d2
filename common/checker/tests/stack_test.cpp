// The stacks on which the threads of a scenario run.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;

// A compiler may use instructions that trap if a variable is not aligned as its type demands.
struct has_an_aligned_variable {
    static constexpr int threads = 1;
    void thread(int) {
        alignas(std::max_align_t) std::array<std::byte, 64> variable{};
        void* volatile where = &variable; // volatile: the compiler would know the answer
        require(reinterpret_cast<std::uintptr_t>(where) % alignof(std::max_align_t) == 0,
                "a variable is aligned");
    }
};

TEST(Stack, IsAlignedAsTheCompilerExpects) {
    EXPECT_EQ(exploring<has_an_aligned_variable>().found, verdict::exhausted_clean);
}

} // namespace
