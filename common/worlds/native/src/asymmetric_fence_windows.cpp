// FlushProcessWriteBuffers: Windows Vista and later. It interrupts every processor that runs a
// thread of this process, which orders that thread's memory accesses.
//
// Under Wine 8.0 the call does nothing, and two threads look past each other: there both halves are
// ordinary fences.
#include <kev/world.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::inline native {

namespace {

// Wine says so itself, on Windows nobody does.
bool is_windows_itself() noexcept {
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") == nullptr;
}

} // namespace

// Before the objects with static storage of the program itself are made, and so before any of them
// starts a thread: nobody reads the flag while it is written.
#if defined(_MSC_VER)
#pragma warning(disable : 4073) // that this is for libraries: it is one
#pragma init_seg(lib)
namespace detail {
bool asymmetric_fence_free = is_windows_itself();
} // namespace detail
#else
namespace detail {
bool asymmetric_fence_free = false;
} // namespace detail

namespace {
// 101 is the first priority that is not the compiler's own.
[[gnu::constructor(101)]] void look_who_is_there() noexcept {
    detail::asymmetric_fence_free = is_windows_itself();
}
} // namespace
#endif

void asymmetric_fence_heavy() noexcept {
    // The other half where the light one is an ordinary fence; on Windows it costs nothing beside the call.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    FlushProcessWriteBuffers();
}

} // namespace kev::inline native
