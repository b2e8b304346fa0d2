// A process ends while its threads wait, and a DLL of it releases them when they are dead already.
#include <kev/testing/child_process.hpp>
#include <kev/testing/threads.hpp>

#include <chrono>
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

constexpr char guarded_dll[] = "lab08_ending.dll";
constexpr char keyed_dll[] = "lab08_ending_keyed.dll";
constexpr char unguarded_dll[] = "lab08_ending_unguarded.dll";
testing::child_role const guarded_role("end-guarded", end_with<guarded_dll>);
testing::child_role const keyed_role("end-keyed", end_with<keyed_dll>);
testing::child_role const unguarded_role("end-unguarded", end_with<unguarded_dll>);

void expect_that_the_process_ends(char const* role) {
    child_process child(role);
    for (char const* line : {"a killed thread is not met", "mutex", "condition variable",
                             "semaphore", "event", "once flag", "shared mutex", "through"})
        ASSERT_EQ(child.read_line(), line);
    EXPECT_EQ(child.wait(), static_cast<int>(exit_code));
}

TEST(ProcessExit, WakesDoNotWaitForThreadsThatWereKilled) {
    expect_that_the_process_ends("end-guarded");
}

TEST(ProcessExit, ReleasesDoNotWaitForThreadsThatWereKilled) {
    expect_that_the_process_ends("end-keyed");
}

TEST(ProcessExit, WithoutTheGuardTheProcessStaysForEver) {
    child_process child("end-unguarded");
    ASSERT_EQ(child.read_line(), "a killed thread is not met");
    ASSERT_EQ(child.read_line(), "mutex");
    // "For ever" cannot be tested: a time that is long beside what the guarded one needs. On a slow
    // machine this test would be weaker, and never red.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_TRUE(child.running());
    child.kill();
}

} // namespace
} // namespace kev::lab08
