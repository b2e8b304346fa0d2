// A wait looks at the given number of bytes and at no others.
#include <kev/lab06/wait_on_address.hpp>

#include <array>
#include <concepts>
#include <cstdint>

#include <gtest/gtest.h>

namespace kev::lab06 {
namespace {

// Bytes beside the variable must not count, and every bit of the variable must.
template <std::unsigned_integral T>
void expect_all_of_it_and_nothing_else() {
    alignas(8) std::array<kev::atomic<T>, 8 / sizeof(T)> row;
    for (kev::atomic<T>& each : row) each.store(static_cast<T>(~T{0}), std::memory_order_relaxed);
    kev::atomic<T>& variable = row.front();
    T const undesired = 5;
    watched_value const watched(&variable, &undesired, sizeof(T));
    variable.store(undesired, std::memory_order_relaxed);
    EXPECT_TRUE(watched.is_undesired()) << sizeof(T) << " bytes";
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit) {
        variable.store(static_cast<T>(undesired ^ T{1} << bit), std::memory_order_relaxed);
        EXPECT_FALSE(watched.is_undesired()) << sizeof(T) << " bytes, bit " << bit;
    }
}

TEST(WatchedValue, IsAllOfTheVariableAndNothingElse) {
    expect_all_of_it_and_nothing_else<std::uint8_t>();
    expect_all_of_it_and_nothing_else<std::uint16_t>();
    expect_all_of_it_and_nothing_else<std::uint32_t>();
    expect_all_of_it_and_nothing_else<std::uint64_t>();
}

TEST(WatchedValue, HasACopyOfTheUndesiredOne) {
    kev::atomic<std::uint32_t> variable{7};
    std::uint32_t undesired = 7;
    watched_value const watched(&variable, &undesired, sizeof undesired);
    undesired = 8;
    EXPECT_TRUE(watched.is_undesired());
}

TEST(WatchedValue, RefusesANullAddressAndAnotherSize) {
    kev::atomic<std::uint64_t> variable{0};
    std::uint64_t const undesired = 0;
    for (std::size_t const size : {0u, 3u, 5u, 6u, 7u, 9u, 16u})
        EXPECT_THROW(watched_value(&variable, &undesired, size), std::system_error) << size;
    EXPECT_THROW(watched_value(nullptr, &undesired, 8), std::system_error);
    EXPECT_THROW(watched_value(&variable, nullptr, 8), std::system_error);
}

} // namespace
} // namespace kev::lab06
