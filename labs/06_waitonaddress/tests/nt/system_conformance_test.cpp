// The same suite on the system's own WaitOnAddress.
#include <kev/lab06/nt/system_address.hpp>
#include <kev/lab06/thread_alert.hpp>
#include <kev/native/windows_api.hpp>

#include "../address_suite.hpp"

namespace kev::testing {

struct systems_own {
    static constexpr bool has_time_limits = true;

    template <typename T>
    static void wait(kev::atomic<T>& variable, T undesired) {
        lab06::system::wait_on_address(&variable, &undesired, sizeof undesired);
    }
    template <typename T>
    static bool wait_for(kev::atomic<T>& variable, T undesired, std::chrono::milliseconds limit) {
        auto const error = lab06::system::wait_on_address(
            &variable, &undesired, sizeof undesired, static_cast<std::uint32_t>(limit.count()));
        EXPECT_TRUE(error == 0 || error == lab06::system::error_timeout) << error;
        return error == 0;
    }
    template <typename T>
    static void wake_one(kev::atomic<T>& variable) {
        lab06::system::wake_by_address_single(&variable);
    }
    template <typename T>
    static void wake_all(kev::atomic<T>& variable) {
        lab06::system::wake_by_address_all(&variable);
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(System, AddressWait, systems_own);

} // namespace kev::testing

namespace kev::lab06 {
namespace {

TEST(SystemWaitOnAddress, RefusesOtherSizes) {
    std::uint64_t const variable = 0;
    std::uint64_t const undesired = 0;
    for (std::size_t const size : {0u, 3u, 5u, 6u, 7u, 9u, 16u}) {
        EXPECT_EQ(system::wait_on_address(&variable, &undesired, size, 0),
                  system::error_invalid_parameter)
            << size;
    }
}

// Wine exports this function. Windows does not.
bool is_wine() noexcept {
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr;
}

// It sleeps by the same flag, so an old alert ends its wait, too. That is seen under Wine; Microsoft permits a return for
// no reason and promises none. Windows 10 and 11 drain the alert of a waker of their own; this alert is a stranger's.
TEST(SystemWaitOnAddress, ReturnsForNoReasonAfterAnOldAlert) {
    std::uint32_t const variable = 0;
    std::uint32_t const undesired = 0;
    while (system::wait_on_address(&variable, &undesired, 4, 0) == 0) {
    }
    alert(this_thread_id());
    auto const error = system::wait_on_address(&variable, &undesired, 4, 10'000);
    if (error == system::error_timeout && !is_wine())
        GTEST_SKIP() << "this Windows waits on in spite of an old alert, as it may";
    EXPECT_EQ(error, 0u);
}

} // namespace
} // namespace kev::lab06
