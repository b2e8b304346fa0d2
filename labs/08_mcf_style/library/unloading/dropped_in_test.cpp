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
std::size_t used_heap() {
    std::size_t sum = 0;
    PROCESS_HEAP_ENTRY entry{};
    HeapLock(GetProcessHeap());
    while (HeapWalk(GetProcessHeap(), &entry) != FALSE)
        if ((entry.wFlags & PROCESS_HEAP_ENTRY_BUSY) != 0) sum += entry.cbData;
    HeapUnlock(GetProcessHeap());
    return sum;
}

// So often a DLL is loaded, used and unloaded. KEV_LOADS says another number.
int loads() {
    char const* const wanted = std::getenv("KEV_LOADS");
    return wanted != nullptr ? std::atoi(wanted) : 300;
}

// The first rounds take all that is taken once. A leak of one for each load is far more than `few`.
template <typename Function>
void expect_no_growth(Function load_use_unload) {
    constexpr int few = 20;
    for (int i = 0; i < few; ++i) load_use_unload();
    std::uintptr_t const handle = next_handle();
    DWORD const slot = next_slot();
    std::size_t const heap = used_heap();
    for (int i = 0; i < loads(); ++i) {
        load_use_unload();
        testing::feed_watchdog();
    }
    EXPECT_EQ(GetModuleHandleA(dll_name), nullptr) << "it is still there";
    EXPECT_LT(next_handle(), handle + few * sizeof(void*));
    EXPECT_LT(next_slot(), slot + few);
    constexpr std::size_t record = 16 * 1024; // what a thread has in each module
    EXPECT_LT(used_heap(), heap + few * record);
}

struct EachWork : ::testing::TestWithParam<work> {};

TEST_P(EachWork, GivesBackWhatItHasOfTheSystem) {
    expect_no_growth([] {
        seen found;
        {
            loaded_dll const dll;
            dll.function(use, "use")(&found, GetParam(), work::nothing);
        }
        ASSERT_GE(found.ended, 1);
    });
}

TEST_P(EachWork, WorksWhileItsStaticObjectsEnd) {
    expect_no_growth([] {
        seen found;
        {
            loaded_dll const dll;
            dll.function(use, "use")(&found, work::nothing, GetParam());
        }
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
    expect_no_growth([] {
        seen found;
        HMODULE handle = nullptr;
        std::jthread([&] {
            loaded_dll dll;
            dll.function(use, "use")(&found, work::number, work::number);
            handle = dll.release();
        }).join();
        ASSERT_EQ(found.value, 42);
        std::jthread([&] { FreeLibrary(handle); }).join();
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
