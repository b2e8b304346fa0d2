// Every section that the lab measures is a Lockable: the list is that of the benchmarks.
#include "sections.hpp"

#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using sections = decltype(bench::own_locks)::as<::testing::Types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab01, Lockable, sections);

} // namespace kev::testing
