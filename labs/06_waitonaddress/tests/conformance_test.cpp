// The suite on ours; what only ours promises; misuse.
#include <kev/lab06/wait_bucket_text.hpp>
#include <kev/lab06/wait_on_address.hpp>

#include "address_suite.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <system_error>
#include <vector>

namespace kev::testing {

struct ours {
    static constexpr bool has_time_limits = true;

    template <typename T>
    static void wait(kev::atomic<T>& variable, T undesired) {
        lab06::wait_on_address(&variable, &undesired, sizeof undesired);
    }
    template <typename T>
    static bool wait_for(kev::atomic<T>& variable, T undesired, std::chrono::milliseconds limit) {
        return lab06::wait_on_address_for(&variable, &undesired, sizeof undesired, limit);
    }
    template <typename T>
    static void wake_one(kev::atomic<T>& variable) {
        lab06::wake_by_address_single(&variable);
    }
    template <typename T>
    static void wake_all(kev::atomic<T>& variable) {
        lab06::wake_by_address_all(&variable);
    }
};

using ways = ::testing::Types<ours>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab06, AddressWait, ways);

} // namespace kev::testing

namespace kev::lab06 {
namespace {

using namespace std::chrono_literals;

std::string refusal(void const* address, std::size_t size) {
    std::uint64_t const undesired = 0;
    try {
        wait_on_address_for(address, &undesired, size, 0ms);
    } catch (std::system_error const& error) {
        EXPECT_EQ(error.code().value(), nt::STATUS_INVALID_PARAMETER);
        return error.what();
    }
    return "";
}

TEST(Misuse, OtherSizesAreRefusedWithTheReason) {
    kev::atomic<std::uint64_t> const variable{0};
    for (std::size_t const size : {0U, 3U, 5U, 6U, 7U, 9U, 16U})
        EXPECT_NE(refusal(&variable, size).find("not 1, 2, 4 or 8"), std::string::npos) << size;
    EXPECT_EQ(refusal(&variable, 8), "");
}

TEST(Misuse, ANullAddressIsRefusedWithTheReason) {
    EXPECT_NE(refusal(nullptr, 4).find("address is null"), std::string::npos);
}

TEST(WaitOnAddress, LeavesItsBucketEmpty) {
    kev::atomic<std::uint32_t> const variable{0};
    std::uint32_t const undesired = 0;
    wait_bucket const& bucket = process_table().bucket_of(&variable);
    while (wait_on_address_for(&variable, &undesired, 4, 1ms)) {
    }
    EXPECT_FALSE(bucket.occupied());
}

// An alert that no wake has sent: the wait ends, and says that the caller must look.
TEST(WaitOnAddress, ReturnsForNoReasonAfterAnOldAlert) {
    kev::atomic<std::uint32_t> const variable{0};
    std::uint32_t const undesired = 0;
    while (wait_on_address_for(&variable, &undesired, 4, 0ms)) {
    }
    std::uint64_t const alerts = this_thread_tally().releases;
    alert(this_thread_id());
    alert(this_thread_id());
    EXPECT_EQ(this_thread_tally().releases, alerts + 2) << "and each is counted";
    EXPECT_TRUE(wait_on_address(&variable, &undesired, 4)) << "without a limit: else it would hang";
    EXPECT_FALSE(wait_on_address_for(&variable, &undesired, 4, 1ms)) << "two alerts are one";
}

TEST(BucketWord, IsToldInWords) {
    using namespace bucket_word;
    EXPECT_EQ(describe(0), "empty");
    EXPECT_EQ(describe(attended), "attended");
    EXPECT_EQ(describe(noted | lined), "noted, line");
    alignas(waiter) std::byte const place[sizeof(waiter)]{}; // only its address is used
    EXPECT_EQ(describe(reinterpret_cast<std::uintptr_t>(&place) | attended), "arrivals, attended");
}

TEST(Table, SpreadsNeighboursOverItsBuckets) {
    std::array<kev::atomic<std::uint32_t>, 256> variables{};
    std::vector<wait_bucket const*> used;
    for (auto const& one : variables) used.push_back(&process_table().bucket_of(&one));
    std::sort(used.begin(), used.end());
    auto const different = std::unique(used.begin(), used.end()) - used.begin();
    EXPECT_GE(different, 128) << "neighboring locks share buckets";
}

} // namespace
} // namespace kev::lab06
