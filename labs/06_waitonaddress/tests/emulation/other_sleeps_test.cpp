// The same mutex on the futex, with nothing of ours between it and the kernel, and on std::atomic::wait.
// The latter not under Windows: see standard_conformance_test.cpp.
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/lab06/on_atomic_wait.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using namespace kev::lab06;

template <>
inline constexpr bool sleeps_are_counted<address_mutex<on_atomic_wait>> = false;

using locks = ::testing::Types<address_mutex<on_futex>, address_mutex<on_atomic_wait>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab06Sleeps, Lockable, locks);

} // namespace kev::testing
