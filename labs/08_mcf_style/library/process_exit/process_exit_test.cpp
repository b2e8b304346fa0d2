// A process ends while its threads wait or own locks. Windows kills them. Then a DLL of the process releases them, or
// waits for them.
#include <kev/lab02/nt_status.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {
namespace {

using testing::child_process;

constexpr UINT exit_code = 7;

// Runs in the child: loads the DLL, lets it prepare, ends the process.
template <char const* Name>
int end_with() {
    HMODULE const dll = LoadLibraryA(Name);
    if (dll == nullptr) return 1;
    auto* const prepare = reinterpret_cast<void (*)()>(
        reinterpret_cast<void*>(GetProcAddress(dll, "prepare_to_end")));
    if (prepare == nullptr) return 2;
    prepare();
    ExitProcess(exit_code);
}

constexpr char address_dll[] = "lab08_ending_address.dll";
constexpr char keyed_dll[] = "lab08_ending_keyed.dll";
constexpr char unguarded_dll[] = "lab08_ending_unguarded.dll";
constexpr char address_orphan_dll[] = "lab08_orphan_address.dll";
constexpr char keyed_orphan_dll[] = "lab08_orphan_keyed.dll";
testing::child_role const address_role("end-address", end_with<address_dll>);
testing::child_role const keyed_role("end-keyed", end_with<keyed_dll>);
testing::child_role const unguarded_role("end-unguarded", end_with<unguarded_dll>);
testing::child_role const address_orphan_role("orphan-address", end_with<address_orphan_dll>);
testing::child_role const keyed_orphan_role("orphan-keyed", end_with<keyed_orphan_dll>);

struct InEachWay : ::testing::TestWithParam<std::string> {};

std::string way_of(::testing::TestParamInfo<std::string> const& test) {
    return test.param == "address" ? "ByAddress" : "ByKey";
}

INSTANTIATE_TEST_SUITE_P(ProcessExit, InEachWay, ::testing::Values("address", "keyed"), way_of);

TEST_P(InEachWay, ReleasesDoNotWaitForThreadsThatWereKilled) {
    child_process child("end-" + GetParam());
    for (char const* line : {"a killed thread is not met", "mutex", "condition variable",
                             "semaphore", "event", "once flag", "shared mutex", "through"})
        ASSERT_EQ(child.read_line(), line);
    EXPECT_EQ(child.wait(), static_cast<int>(exit_code));
}

TEST(ProcessExit, WithoutTheGuardTheProcessStaysForEver) {
    child_process child("end-unguarded");
    ASSERT_EQ(child.read_line(), "a killed thread is not met");
    ASSERT_EQ(child.read_line(), "mutex");
    // "Forever" cannot be tested: a time that is long beside what the guarded one needs. On a slow
    // machine this test would be weaker, and never red.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_TRUE(child.running());
    child.kill();
}

std::unique_ptr<child_process> end_with_an_orphan(std::string const& way, char const* kind) {
    SetEnvironmentVariableA("KEV_ORPHAN", kind); // the child inherits it
    return std::make_unique<child_process>("orphan-" + way);
}

// The child holds no file open any more, and its exit code says why.
TEST_P(InEachWay, AWaitForAThreadThatWasKilledEndsTheProcess) {
    for (char const* kind :
         {"mutex", "recursive mutex", "shared mutex", "shared mutex, shared", "once flag",
          "static object", "event", "semaphore", "condition variable"}) {
        SCOPED_TRACE(kind);
        auto const child = end_with_an_orphan(GetParam(), kind);
        EXPECT_EQ(child->read_line(), "waits");
        EXPECT_EQ(child->read_line(), "") << "the child ends in its wait";
        EXPECT_EQ(child->wait(), nt::STATUS_THREAD_IS_TERMINATING);
        testing::feed_watchdog();
    }
}

TEST_P(InEachWay, AWaitWithALimitTimesOut) {
    for (char const* kind : {"mutex, for a while", "semaphore, until a moment"}) {
        SCOPED_TRACE(kind);
        auto const child = end_with_an_orphan(GetParam(), kind);
        for (char const* line : {"waits", "timed out", "goes on"})
            EXPECT_EQ(child->read_line(), line);
        EXPECT_EQ(child->wait(), static_cast<int>(exit_code));
    }
}

} // namespace
} // namespace kev::lab08
