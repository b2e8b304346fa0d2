// Handles, names, rights and odd keys: what is refused, and with which status.
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab02/nt_access.hpp>
#include <kev/lab02/nt_error.hpp>
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab02 {
namespace {

using namespace std::chrono_literals;

alignas(8) int lock = 0;

nt::PVOID odd_key() {
    return reinterpret_cast<char*>(&lock) + 1;
}

nt::NTSTATUS raw_wait(nt::HANDLE handle, nt::PVOID key = &lock) {
    nt::LARGE_INTEGER now{0};
    return nt::NtWaitForKeyedEvent(handle, key, 0, &now);
}

nt::NTSTATUS raw_release(nt::HANDLE handle, nt::PVOID key = &lock) {
    nt::LARGE_INTEGER now{0};
    return nt::NtReleaseKeyedEvent(handle, key, 0, &now);
}

template <typename Call>
nt::NTSTATUS status_thrown_by(Call call) {
    try {
        call();
    } catch (std::system_error const& error) {
        EXPECT_EQ(error.code().category(), nt_category());
        return error.code().value();
    }
    return nt::STATUS_SUCCESS;
}

TEST(Key, WithBitZeroSetIsRefusedBeforeTheHandleIsLookedAt) {
    nt::HANDLE const bad = reinterpret_cast<nt::HANDLE>(std::uintptr_t{0x1230});
    EXPECT_EQ(raw_wait(bad, odd_key()), nt::STATUS_INVALID_PARAMETER_1);
    EXPECT_EQ(raw_release(bad, odd_key()), nt::STATUS_INVALID_PARAMETER_1);
}

TEST(Key, WithBitZeroSetIsReportedByTheWrapperWithItsReason) {
    try {
        default_event.wait(odd_key());
        FAIL() << "an odd key was taken";
    } catch (std::system_error const& error) {
        std::string const text = error.what();
        EXPECT_NE(text.find("NtWaitForKeyedEvent"), std::string::npos) << text;
        EXPECT_NE(text.find("bit 0 of the key"), std::string::npos) << text;
    }
    EXPECT_EQ(status_thrown_by([] { default_event.release(odd_key()); }),
              nt::STATUS_INVALID_PARAMETER_1);
}

TEST(Handle, IsRefusedIfItWasNeverOpen) {
    nt::HANDLE const bad = reinterpret_cast<nt::HANDLE>(std::uintptr_t{0x7FFF'FF00});
    EXPECT_EQ(raw_wait(bad), nt::STATUS_INVALID_HANDLE);
    EXPECT_EQ(raw_release(bad), nt::STATUS_INVALID_HANDLE);
    EXPECT_EQ(nt::NtClose(bad), nt::STATUS_INVALID_HANDLE);
}

TEST(Handle, IsRefusedIfItIsOfAnotherKindOfObject) {
    nt::HANDLE const this_process = reinterpret_cast<nt::HANDLE>(std::intptr_t{-1});
    EXPECT_EQ(raw_wait(this_process), nt::STATUS_OBJECT_TYPE_MISMATCH);
    EXPECT_EQ(raw_release(this_process), nt::STATUS_OBJECT_TYPE_MISMATCH);
}

TEST(Handle, NeedsTheRightThatTheCallUses) {
    keyed_event const waits_only = keyed_event::create(nt::KEYEDEVENT_WAIT);
    keyed_event const wakes_only = keyed_event::create(nt::KEYEDEVENT_WAKE);
    EXPECT_EQ(raw_wait(waits_only.native_handle()), nt::STATUS_TIMEOUT);
    EXPECT_EQ(raw_release(waits_only.native_handle()), nt::STATUS_ACCESS_DENIED);
    EXPECT_EQ(raw_wait(wakes_only.native_handle()), nt::STATUS_ACCESS_DENIED);
    EXPECT_EQ(raw_release(wakes_only.native_handle()), nt::STATUS_TIMEOUT);
}

TEST(Handle, HasTheRightsThatAGenericRightStandsFor) {
    keyed_event const reads = keyed_event::create(nt::GENERIC_READ);
    EXPECT_EQ(raw_wait(reads.native_handle()), nt::STATUS_TIMEOUT);
    EXPECT_EQ(raw_release(reads.native_handle()), nt::STATUS_ACCESS_DENIED);
    keyed_event const writes = keyed_event::create(nt::GENERIC_WRITE);
    EXPECT_EQ(raw_wait(writes.native_handle()), nt::STATUS_ACCESS_DENIED);
    EXPECT_EQ(raw_release(writes.native_handle()), nt::STATUS_TIMEOUT);
    keyed_event const executes = keyed_event::create(nt::GENERIC_EXECUTE);
    EXPECT_EQ(raw_wait(executes.native_handle()), nt::STATUS_ACCESS_DENIED);
    EXPECT_EQ(raw_release(executes.native_handle()), nt::STATUS_ACCESS_DENIED);
    keyed_event const all = keyed_event::create(nt::GENERIC_ALL);
    EXPECT_EQ(raw_wait(all.native_handle()), nt::STATUS_TIMEOUT);
    EXPECT_EQ(raw_release(all.native_handle()), nt::STATUS_TIMEOUT);
}

TEST(Handle, OpenedByNameHasTheRightsThatAGenericRightStandsFor) {
    auto const made = keyed_event::create_named(u"\\BaseNamedObjects\\kev-generic-test");
    auto const reads = keyed_event::open(u"\\BaseNamedObjects\\kev-generic-test", nt::GENERIC_READ);
    EXPECT_EQ(raw_wait(reads.native_handle()), nt::STATUS_TIMEOUT);
    EXPECT_EQ(raw_release(reads.native_handle()), nt::STATUS_ACCESS_DENIED);
}

TEST(Handle, NullIsTheDefaultObject) {
    EXPECT_EQ(raw_wait(nullptr), nt::STATUS_TIMEOUT);
    EXPECT_EQ(default_event.native_handle(), nullptr);
}

TEST(Handle, IsReportedByTheWrapperOnceItIsClosed) {
    keyed_event event = keyed_event::create();
    event.close();
    EXPECT_EQ(status_thrown_by([&] { event.wait(&lock); }), nt::STATUS_INVALID_HANDLE);
    EXPECT_EQ(status_thrown_by([&] { event.release(&lock); }), nt::STATUS_INVALID_HANDLE);
    event = keyed_event::create();
    EXPECT_EQ(event.wait_for(&lock, 0ms), outcome::timed_out);
}

TEST(Handle, MovesAndLeavesAClosedHandleBehindAndNotTheDefault) {
    keyed_event first = keyed_event::create();
    keyed_event const second = std::move(first);
    EXPECT_EQ(second.wait_for(&lock, 0ms), outcome::timed_out);
    // NOLINTNEXTLINE(bugprone-use-after-move, clang-analyzer-cplusplus.Move): what is left behind is the question.
    EXPECT_EQ(status_thrown_by([&] { first.wait(&lock); }), nt::STATUS_INVALID_HANDLE);
}

TEST(Handle, IsClosedByTheDestructor) {
    nt::HANDLE handle = nullptr;
    {
        keyed_event const event = keyed_event::create();
        handle = event.native_handle();
        EXPECT_EQ(raw_wait(handle), nt::STATUS_TIMEOUT);
    }
    // Which error it is depends: on NT another thread of the process may have got the same number for
    // something else by now.
    EXPECT_LT(raw_wait(handle), 0) << "the handle is still open";
}

// In the next test, and in OpensTheSameObjectAndIgnoresCase, the two threads must meet: if they name two objects,
// both wait, and the watchdog ends the test. An exception of open() fails it.

TEST(Name, FindsTheEventForCriticalSectionsOnEverySystem) {
    keyed_event const event = keyed_event::open(u"\\KernelObjects\\CritSecOutOfMemoryEvent");
    std::jthread waiter([&] { event.wait(&lock); });
    event.release(&lock);
}

TEST(Name, IsNotFoundIfNoObjectHasIt) {
    EXPECT_EQ(status_thrown_by([] { keyed_event::open(u"\\KernelObjects\\NoSuchKeyedEvent"); }),
              nt::STATUS_OBJECT_NAME_NOT_FOUND);
}

TEST(Name, OpensTheSameObjectAndIgnoresCase) {
    keyed_event const created = keyed_event::create_named(u"\\BaseNamedObjects\\kev-name-test");
    keyed_event const opened = keyed_event::open(u"\\BaseNamedObjects\\KEV-Name-Test");
    std::jthread waiter([&] { created.wait(&lock); });
    opened.release(&lock);
}

TEST(Name, IsGoneWithTheLastHandle) {
    { auto const event = keyed_event::create_named(u"\\BaseNamedObjects\\kev-gone-test"); }
    EXPECT_EQ(status_thrown_by([] { keyed_event::open(u"\\BaseNamedObjects\\kev-gone-test"); }),
              nt::STATUS_OBJECT_NAME_NOT_FOUND);
}

TEST(Name, IsRefusedIfItIsTaken) {
    auto const first = keyed_event::create_named(u"\\BaseNamedObjects\\kev-taken-test");
    EXPECT_EQ(
        status_thrown_by([] { keyed_event::create_named(u"\\BaseNamedObjects\\kev-taken-test"); }),
        nt::STATUS_OBJECT_NAME_COLLISION);
}

TEST(Status, IsNamedInTheMessage) {
    EXPECT_NE(nt_error(nt::STATUS_ACCESS_DENIED).message().find("0xC0000022 STATUS_ACCESS_DENIED"),
              std::string::npos);
    EXPECT_NE(nt_error(0x1234567).message().find("0x01234567"), std::string::npos);
    EXPECT_STREQ(nt_category().name(), "nt");
}

// Off Windows nothing else would notice a wrong digit; these are the numbers of its ntstatus.h.
TEST(Status, HasTheNumberThatWindowsGivesIt) {
    for (char const* const expected :
         {"0x00000000 STATUS_SUCCESS", "0x000000C0 STATUS_USER_APC", "0x00000101 STATUS_ALERTED",
          "0x00000102 STATUS_TIMEOUT", "0xC0000005 STATUS_ACCESS_VIOLATION",
          "0xC0000008 STATUS_INVALID_HANDLE", "0xC000000D STATUS_INVALID_PARAMETER",
          "0xC0000017 STATUS_NO_MEMORY", "0xC0000022 STATUS_ACCESS_DENIED",
          "0xC0000024 STATUS_OBJECT_TYPE_MISMATCH", "0xC0000034 STATUS_OBJECT_NAME_NOT_FOUND",
          "0xC0000035 STATUS_OBJECT_NAME_COLLISION", "0xC000007A STATUS_PROCEDURE_NOT_FOUND",
          "0xC00000EF STATUS_INVALID_PARAMETER_1"}) {
        auto const number = static_cast<nt::NTSTATUS>(std::stoul(expected, nullptr, 16));
        EXPECT_EQ(nt_error(number).message().rfind(expected, 0), 0u) << expected;
    }
}

} // namespace
} // namespace kev::lab02
