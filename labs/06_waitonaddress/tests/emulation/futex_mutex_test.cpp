// The same mutex with nothing of ours between it and the kernel.
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using locks = ::testing::Types<lab06::address_mutex<lab06::on_futex>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab06Futex, Lockable, locks);

} // namespace kev::testing
