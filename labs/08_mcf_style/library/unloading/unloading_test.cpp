// A lock without waiters needs no farewell: a DLL may take its static locks with it.
#include <kev/testing/threads.hpp>

#include <atomic>

#include <gtest/gtest.h>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {
namespace {

constexpr char brief_dll[] = "lab08_brief.dll";

template <typename Function>
Function* function_of(HMODULE dll, char const* name) {
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(dll, name)));
}

void load_use_unload() {
    HMODULE const dll = LoadLibraryA(brief_dll);
    auto* const use_lock = function_of<long(int)>(dll, "use_lock");
    auto* const times_taken = function_of<long()>(dll, "times_taken");
    if (use_lock == nullptr || times_taken == nullptr) {
        ADD_FAILURE() << "no " << brief_dll << ", or not the one of this test";
        return;
    }
    EXPECT_EQ(times_taken(), 0) << "not loaded anew";
    constexpr int turns = 500;
    std::atomic<long> slept{0};
    long runs = 0;
    for (; runs < 20 && slept < 10; ++runs)
        testing::run_threads(2, [&](int) { slept += use_lock(turns); });
    EXPECT_GE(slept, 10) << "too few sleeps: the lock was hardly used";
    EXPECT_EQ(times_taken(), runs * 2 * turns);
    EXPECT_TRUE(FreeLibrary(dll));
    EXPECT_EQ(GetModuleHandleA(brief_dll), nullptr) << "it is still there";
}

TEST(Unloading, TakesAStaticLockAwayThatWasUsed) {
    for (int time = 0; time < 3; ++time) load_use_unload();
}

} // namespace
} // namespace kev::lab08
