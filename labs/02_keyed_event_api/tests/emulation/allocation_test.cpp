// Meeting allocates nothing. A program of its own, because it replaces operator new to see that.
#include <kev/lab02/emulation/keyed_event_table.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include <gtest/gtest.h>

namespace {
std::atomic<bool> counting{false};
std::atomic<int> allocations{0};
} // namespace

// Not inlined: GCC would then see malloc() in one half of a pair only, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
    if (counting) ++allocations;
    if (void* const memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
// The standard one calls the one above; AddressSanitizer's does not, and its memory is not to be freed below.
[[gnu::noinline]] void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
    if (counting) ++allocations;
    return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace kev::lab02::emulation {
namespace {

TEST(Meeting, AllocatesNothing) {
    alignas(8) static long lock = 0;
    keyed_event_table table;
    constexpr int meetings = 100;
    std::atomic<bool> started{false};
    std::jthread partner([&] {
        started = true;
        for (int i = 0; i < meetings; ++i) table.meet(side::waiter, &lock, {});
    });
    testing::wait_until_true([&] { return started.load(); }); // starting a thread may allocate
    counting = true;
    for (int i = 0; i < meetings; ++i) table.meet(side::releaser, &lock, {});
    // A time-out, too, and a look.
    auto const soon =
        std::chrono::steady_clock::now().time_since_epoch() + std::chrono::milliseconds(1);
    table.meet(side::waiter, &lock,
               {deadline::kind::steady, std::chrono::nanoseconds(soon).count()});
    table.meet(side::releaser, &lock, {deadline::kind::now, 0});
    counting = false;
    EXPECT_EQ(allocations, 0);
    counting = true;
    ::operator delete(::operator new(1)); // by name: a new-expression may be left out
    counting = false;
    EXPECT_EQ(allocations, 1) << "the counter does not count";
}

} // namespace
} // namespace kev::lab02::emulation
