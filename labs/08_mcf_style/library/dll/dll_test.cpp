// kev.dll as another program finds it: its functions by name, and its version.
#include <kev/native/windows_api.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

constexpr char const* dll = "kev.dll"; // beside this program

template <typename Function>
Function* function(HMODULE library, char const* name) {
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(library, name)));
}

TEST(Dll, HasTheFunctionsOfTheHeader) {
    HMODULE const library = LoadLibraryA(dll);
    ASSERT_NE(library, nullptr);
    auto* const try_lock = function<bool(void*)>(library, "kev_mutex_try_lock");
    auto* const unlock = function<void(void*)>(library, "kev_mutex_unlock");
    ASSERT_NE(try_lock, nullptr);
    ASSERT_NE(unlock, nullptr);
    std::uint64_t mutex = 0; // as large as a kev_mutex, which is larger than a pointer of 32 bits
    EXPECT_TRUE(try_lock(&mutex));
    EXPECT_FALSE(try_lock(&mutex));
    unlock(&mutex);
    EXPECT_EQ(mutex, 0u);
    EXPECT_NE(GetProcAddress(library, "kev_cond_wait_recursive"), nullptr);
    EXPECT_NE(GetProcAddress(library, "kev_set_contention_hook"), nullptr);
    EXPECT_NE(GetProcAddress(library, "kev_latch_wait"), nullptr);
    EXPECT_EQ(GetProcAddress(library, "kev_two_versions_in_one_module"), nullptr);
    FreeLibrary(library);
}

TEST(Dll, StatesTheVersionOfTheHeader) {
    DWORD ignored = 0;
    DWORD const size = GetFileVersionInfoSizeA(dll, &ignored);
    ASSERT_NE(size, 0u);
    std::vector<char> info(size);
    ASSERT_NE(GetFileVersionInfoA(dll, 0, size, info.data()), 0);
    void* found = nullptr;
    UINT length = 0;
    ASSERT_NE(VerQueryValueA(info.data(), "\\", &found, &length), 0);
    auto const& fixed = *static_cast<VS_FIXEDFILEINFO const*>(found);
    std::string const version = std::to_string(HIWORD(fixed.dwFileVersionMS)) + "." +
                                std::to_string(LOWORD(fixed.dwFileVersionMS)) + "." +
                                std::to_string(HIWORD(fixed.dwFileVersionLS));
    EXPECT_EQ(version, KEV_VERSION);
}

} // namespace
