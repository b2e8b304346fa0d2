// Every mutex of the lab is a Lockable. std::mutex is in the list so that the suite itself is tested.
#include <kev/lab03/article_mutex.hpp>
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>
#include <kev/lab03/spinning_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using namespace kev::lab03;

// Not article_mutex: it may hang. Its own test looks at what it does keep.
using locks = ::testing::Types<fast_mutex, asymmetric_mutex, no_wake_bit_mutex, spinning_mutex,
                               yielding_mutex, std::mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab03, Lockable, locks);

} // namespace kev::testing
