// A DLL with a copy of the drop-in is unloaded: it gives back what it has of the system, and its objects end in order.
#include "dropped_in.hpp"

#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {
namespace {

using unloading::seen;
using unloading::work;

constexpr char dll_name[] = "lab08_dropped_in.dll";
constexpr char runtime_name[] =
    "lab08_only_runtime.dll"; // the compiler's runtime without the drop-in

class loaded_dll {
public:
    explicit loaded_dll(char const* name = dll_name) : handle_(LoadLibraryA(name)) {
        EXPECT_NE(handle_, nullptr) << "no " << name;
    }
    ~loaded_dll() {
        if (handle_ != nullptr) FreeLibrary(handle_);
    }
    loaded_dll(loaded_dll const&) = delete;
    loaded_dll& operator=(loaded_dll const&) = delete;

    template <typename Function>
    Function* function(Function&, char const* name) const {
        return reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(handle_, name)));
    }
    HMODULE release() { return std::exchange(handle_, nullptr); }

private:
    HMODULE handle_;
};

// The system gives the lowest number that is free. (Wine does not count a process's handles.)
std::uintptr_t next_handle() {
    HANDLE const next = CreateEventA(nullptr, FALSE, FALSE, nullptr);
    CloseHandle(next);
    return reinterpret_cast<std::uintptr_t>(next);
}
DWORD next_slot() {
    DWORD const next = TlsAlloc();
    TlsFree(next);
    return next;
}

// The bytes that the process has of its heap.
std::int64_t used_heap() {
    std::int64_t sum = 0;
    PROCESS_HEAP_ENTRY entry{};
    HeapLock(GetProcessHeap());
    while (HeapWalk(GetProcessHeap(), &entry) != FALSE)
        if ((entry.wFlags & PROCESS_HEAP_ENTRY_BUSY) != 0) sum += entry.cbData;
    HeapUnlock(GetProcessHeap());
    return sum;
}

// So often a DLL is loaded, used and unloaded. KEV_LOADS says another number. With 32 bits, GCC's runtime keeps a slot with
// each load of any DLL that can throw, and a process has 1,088 slots for all of these tests.
int loads() {
    if constexpr (sizeof(void*) == 4) return 35;
    char const* const wanted = std::getenv("KEV_LOADS");
    return wanted != nullptr ? std::atoi(wanted) : 300;
}

struct holdings {
    std::int64_t handle;
    std::int64_t slot;
    std::int64_t heap;
};

holdings held_now() {
    return {static_cast<std::int64_t>(next_handle()), static_cast<std::int64_t>(next_slot()),
            used_heap()};
}

// What the process holds after the loads more than before them. The first rounds take all that is taken once.
template <typename Function>
holdings growth(Function load_use_unload) {
    for (int i = 0; i < 5; ++i) load_use_unload();
    holdings const before = held_now();
    for (int i = 0; i < loads(); ++i) {
        load_use_unload();
        testing::feed_watchdog();
    }
    holdings const after = held_now();
    return {after.handle - before.handle, after.slot - before.slot, after.heap - before.heap};
}

using use_and_unload = seen(char const* name, work now, work later);

seen in_this_thread(char const* name, work now, work later) {
    seen found;
    {
        loaded_dll const dll(name);
        dll.function(use, "use")(&found, now, later);
    }
    return found;
}

seen loaded_and_unloaded_by_two_threads(char const* name, work now, work later) {
    seen found;
    HMODULE handle = nullptr;
    std::jthread([&] {
        loaded_dll dll(name);
        dll.function(use, "use")(&found, now, later);
        handle = dll.release();
    }).join();
    EXPECT_EQ(found.value, now == work::number ? 42 : 0);
    std::jthread([&] { FreeLibrary(handle); }).join();
    return found;
}

// That of the runtime alone, measured once in a process.
template <use_and_unload* Way>
holdings const& growth_by_runtime() {
    static holdings const grown = growth([] { Way(runtime_name, work::nothing, work::nothing); });
    return grown;
}

// A leak of one for each load is far more than `few`.
template <use_and_unload* Way, typename Function>
void expect_no_growth(work now, work later, Function check) {
    holdings const by_runtime = growth_by_runtime<Way>();
    holdings const grown = growth([&] { check(Way(dll_name, now, later)); });
    EXPECT_EQ(GetModuleHandleA(dll_name), nullptr) << "it is still there";
    constexpr std::int64_t few = 20;
    constexpr std::int64_t to_next_handle = 4;
    constexpr std::int64_t record = 16 * 1024; // what a thread has in each module
    EXPECT_LT(grown.handle, by_runtime.handle + few * to_next_handle);
    EXPECT_LT(grown.slot, by_runtime.slot + few);
    EXPECT_LT(grown.heap, by_runtime.heap + few * record);
}

struct EachWork : ::testing::TestWithParam<work> {};

TEST_P(EachWork, GivesBackWhatItHasOfTheSystem) {
    expect_no_growth<in_this_thread>(GetParam(), work::nothing,
                                     [](seen const& found) { ASSERT_GE(found.ended, 1); });
}

TEST_P(EachWork, WorksWhileItsStaticObjectsEnd) {
    expect_no_growth<in_this_thread>(work::nothing, GetParam(), [](seen const& found) {
        bool const has_value = GetParam() != work::nothing && GetParam() != work::object;
        ASSERT_EQ(found.value, has_value ? 42 : 0);
    });
}

std::string name_of(::testing::TestParamInfo<work> const& test) {
    constexpr std::array names{"nothing", "id", "exception", "number", "object"};
    return names.at(static_cast<std::size_t>(test.param));
}

INSTANTIATE_TEST_SUITE_P(DroppedIn, EachWork,
                         ::testing::Values(work::nothing, work::id, work::exception, work::number,
                                           work::object),
                         name_of);

TEST(DroppedIn, EndsThreadLocalObjectsBeforeStaticOnes) {
    seen found;
    {
        loaded_dll const dll;
        dll.function(use, "use")(&found, work::object, work::nothing);
    }
    EXPECT_EQ(std::string(found.order.data()), "ts");
}

TEST(DroppedIn, EndsThreadLocalObjectsThatItsStaticOnesMake) {
    seen found;
    {
        loaded_dll const dll;
        dll.function(use, "use")(&found, work::nothing, work::object);
    }
    EXPECT_EQ(std::string(found.order.data()), "st");
}

TEST(DroppedIn, MayGoWhileAThreadThatUsedItLivesOn) {
    // Its thread_local object has no code any more, and does not end.
    std::atomic<bool> used{false};
    std::atomic<bool> may_end{false};
    seen found;
    loaded_dll dll;
    auto* const use_dll = dll.function(use, "use");
    std::jthread user([&] {
        use_dll(&found, work::object, work::id);
        used = true;
        testing::wait_until_true([&] { return may_end.load(); });
    });
    testing::wait_until_true([&] { return used.load(); });
    FreeLibrary(dll.release());
    may_end = true;
    user.join();
    EXPECT_EQ(std::string(found.order.data()), "s");
    EXPECT_EQ(found.value, 42);
}

TEST(DroppedIn, IsLoadedByOneThreadAndUnloadedByAnother) {
    expect_no_growth<loaded_and_unloaded_by_two_threads>(
        work::number, work::number, [](seen const& found) {
            ASSERT_EQ(found.value, 7) << "another thread has another object";
        });
}

// A thread waits in one DLL and is notified by another. The program itself knows nothing of the drop-in.
void meet(loaded_dll const& waiters, loaded_dll const& notifiers) {
    unloading::shared_flag flag;
    auto* const wait = waiters.function(wait_for, "wait_for");
    auto* const set = notifiers.function(set_when_waited_for, "set_when_waited_for");
    std::jthread waiter([&] { wait(&flag); });
    testing::wait_until_true([&] { return set(&flag); });
}

TEST(DroppedIn, NotifiesAWaiterOfAnotherDll) {
    loaded_dll const one;
    loaded_dll const other("lab08_dropped_in_too.dll");
    meet(one, other);
    meet(other, one);
}

TEST(DroppedIn, LeavesTheTableToOthers) {
    {
        loaded_dll const first;
        meet(first, first);
    }
    loaded_dll const one("lab08_dropped_in_too.dll");
    loaded_dll const other;
    meet(one, other);
}

} // namespace
} // namespace kev::lab08
