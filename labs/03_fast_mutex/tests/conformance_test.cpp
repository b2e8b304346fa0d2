// Every mutex that the lab measures is a Lockable: the list is that of the benchmarks.
#include "locks.hpp"

#include <kev/testing/lockable_suite.hpp>
#include <kev/testing/tested_types.hpp>

namespace kev::testing {

// Not article_mutex: it may hang. Its own test looks at what it does keep.
using locks = decltype(bench::own_locks)::as<tested_types>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab03, Lockable, locks, type_numbers);

} // namespace kev::testing
