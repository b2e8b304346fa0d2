// The suite on std::atomic::wait. Not under Windows: with libstdc++ 12 for mingw-w64, under Wine, a storm of
// locks on it was seen to come to a standstill.
#include "../address_suite.hpp"

namespace kev::testing {

struct standard {
    static constexpr bool has_time_limits = false;

    template <typename T>
    static void wait(kev::atomic<T>& variable, T undesired) {
        variable.wait(undesired);
    }
    template <typename T>
    static void wake_one(kev::atomic<T>& variable) {
        variable.notify_one();
    }
    template <typename T>
    static void wake_all(kev::atomic<T>& variable) {
        variable.notify_all();
    }
};

using ways = ::testing::Types<standard>;
INSTANTIATE_TYPED_TEST_SUITE_P(Standard, AddressWait, ways);

} // namespace kev::testing
