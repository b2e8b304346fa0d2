// Every section that the lab measures is a Lockable: the list is that of the benchmarks. Not repeated under Windows: the
// suite's long storm is many thousand hand-overs, each a sleep and a wake-up, and these take their time under Wine;
// section_test and storm_test run there.
#include "sections.hpp"

#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

// A section is handed from thread to thread.
template <typename Section>
inline constexpr int storm_turns<lab01::section_lock<Section>> = 20'000;
template <>
inline constexpr int storm_turns<bench::xp_without_handles> = 20'000;

using sections = decltype(bench::own_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab01, Lockable, sections);

} // namespace kev::testing
