// The list of candidates, and how much of a benchmark makes a sample.
#include <kev/bench/candidates.hpp>

#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace kev::bench {
namespace {

constexpr candidates few{candidate<char>{"one"}, candidate<short>{"two"}};
constexpr candidates more = few + candidates<>{} + candidates{candidate<long>{"three"}};

struct note {
    std::vector<std::string>& seen;

    template <typename Thing>
    void operator()(std::string const& name) const {
        seen.push_back(name + " " + std::to_string(sizeof(Thing)));
    }
};

TEST(Candidates, AreVisitedInOrderWithTheirNames) {
    std::vector<std::string> seen;
    more.visit(note{seen});
    EXPECT_EQ(seen, (std::vector<std::string>{"one 1", "two 2",
                                              "three " + std::to_string(sizeof(long))}));
}

TEST(Candidates, AreMeasuredWithTheFirstOneTwice) {
    std::vector<std::string> seen;
    few.measure(note{seen});
    EXPECT_EQ(seen, (std::vector<std::string>{"one 1", "two 2", "one_again 1"}));
}

template <typename...>
struct list {};

static_assert(std::is_same_v<decltype(more)::as<list>, list<char, short, long>>);

} // namespace
} // namespace kev::bench
