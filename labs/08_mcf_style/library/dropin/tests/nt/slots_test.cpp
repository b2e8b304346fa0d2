// The slot of the system behind the keys of Windows: there is none, or it is in a DLL that is unloaded.
#include <kev/gthr_core.h>
#include <kev/testing/child_process.hpp>

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
    while (TlsAlloc() != TLS_OUT_OF_INDEXES) {
    }
    __kev_key key = 0;
    if (__kev_key_create(&key, nullptr) != 0) return 1;
    if (__kev_key_set(key, &key) != ENOMEM) return 2;
    if (__kev_key_get(key) != nullptr) return 3;
    __kev_thread thread = 0;
    void* result = nullptr;
    if (__kev_thread_create(&thread, itself, &key) != 0) return 4;
    if (__kev_thread_join(thread, &result) != 0) return 5;
    return result == &key ? 0 : 6;
}
testing::child_role const role("work-without-a-slot", work_without_a_slot);

TEST(Slots, ThatCannotBeHadAreAnError) {
    EXPECT_EQ(testing::child_process("work-without-a-slot").wait(), 0);
}

TEST(Slots, LeaveTheLastErrorAsItWas) {
    constexpr DWORD error = ERROR_FILE_NOT_FOUND;
    __kev_key key = 0;
    ASSERT_EQ(__kev_key_create(&key, nullptr), 0);
    std::jthread([&] { // it has no record yet: the first look makes one
        SetLastError(error);
        EXPECT_EQ(__kev_key_get(key), nullptr);
        EXPECT_EQ(GetLastError(), error);
        EXPECT_EQ(__kev_key_set(key, &key), 0);
        EXPECT_EQ(GetLastError(), error);
        EXPECT_EQ(__kev_key_get(key), &key);
        EXPECT_EQ(GetLastError(), error);
        EXPECT_NE(__kev_thread_self(), 0u);
        EXPECT_EQ(GetLastError(), error);
    })
        .join();
    EXPECT_EQ(__kev_key_delete(key), 0);
}

// Loads the DLL, sets a value in the calling thread, and unloads it.
int use_dll() {
    HMODULE const dll = LoadLibraryA("lab08_keys.dll");
    if (dll == nullptr) return -1;
    auto* const set_a_value =
        reinterpret_cast<int (*)()>(reinterpret_cast<void*>(GetProcAddress(dll, "set_a_value")));
    int const error = set_a_value != nullptr ? set_a_value() : -2;
    return FreeLibrary(dll) != FALSE ? error : -3;
}

TEST(Slots, AreGivenBackByADllThatIsUnloaded) {
    // A process has 1,088 slots.
    for (int i = 0; i < 1'200; ++i) ASSERT_EQ(use_dll(), 0) << "load " << i;
    EXPECT_EQ(GetModuleHandleA("lab08_keys.dll"), nullptr);
}

TEST(Slots, LetAThreadEndAfterItsDll) {
    std::jthread([] { EXPECT_EQ(use_dll(), 0); }).join();
}

} // namespace
} // namespace kev::lab08
