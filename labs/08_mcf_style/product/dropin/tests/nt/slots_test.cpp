// The fibre-local slot behind the keys of Windows: there is none, or it is in a DLL that is unloaded.
#include <kev/testing/child_process.hpp>
#include <kev/thread.h>

#include <cerrno>
#include <thread>

#include <gtest/gtest.h>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {
namespace {

void* itself(void* argument) {
    return argument;
}

// Runs in a child, which has not used its slot yet.
int work_without_a_slot() {
    while (FlsAlloc(nullptr) != FLS_OUT_OF_INDEXES) {
    }
    kev_key key = 0;
    if (kev_key_create(&key, nullptr) != 0) return 1;
    if (kev_key_set(key, &key) != ENOMEM) return 2;
    if (kev_key_get(key) != nullptr) return 3;
    kev_thread thread = 0;
    void* result = nullptr;
    if (kev_thread_create(&thread, itself, &key) != 0) return 4;
    if (kev_thread_join(thread, &result) != 0) return 5;
    return result == &key ? 0 : 6;
}
testing::child_role const role("work-without-a-slot", work_without_a_slot);

TEST(Slots, ThatCannotBeHadAreAnError) {
    EXPECT_EQ(testing::child_process("work-without-a-slot").wait(), 0);
}

TEST(Slots, LeaveTheLastErrorAsItWas) {
    constexpr DWORD error = ERROR_FILE_NOT_FOUND;
    kev_key key = 0;
    ASSERT_EQ(kev_key_create(&key, nullptr), 0);
    std::jthread([&] { // it has no record yet: the first look makes one
        SetLastError(error);
        EXPECT_EQ(kev_key_get(key), nullptr);
        EXPECT_EQ(GetLastError(), error);
        EXPECT_EQ(kev_key_set(key, &key), 0);
        EXPECT_EQ(GetLastError(), error);
        EXPECT_EQ(kev_key_get(key), &key);
        EXPECT_EQ(GetLastError(), error);
        EXPECT_NE(kev_thread_self(), 0u);
        EXPECT_EQ(GetLastError(), error);
    })
        .join();
    EXPECT_EQ(kev_key_delete(key), 0);
}

TEST(Slots, KeepTheirDllInTheProcess) {
    constexpr char name[] = "lab08_keys.dll";
    HMODULE const dll = LoadLibraryA(name);
    ASSERT_NE(dll, nullptr);
    auto* const set_a_value =
        reinterpret_cast<int (*)()>(reinterpret_cast<void*>(GetProcAddress(dll, "set_a_value")));
    ASSERT_NE(set_a_value, nullptr);
    EXPECT_EQ(set_a_value(), 0);
    EXPECT_TRUE(FreeLibrary(dll));
    EXPECT_NE(GetModuleHandleA(name), nullptr)
        << "Windows is going to call it at the end of this thread";
}

} // namespace
} // namespace kev::lab08
