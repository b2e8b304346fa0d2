// Behavior that only NT itself can show: a thread that is killed, alertable waits, the calls of other objects.
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>
#include <kev/testing/threads.hpp>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include <kev/native/windows_api.hpp>

namespace kev::lab02 {
namespace {

using namespace std::chrono_literals;

alignas(8) int lock = 0;

DWORD WINAPI wait_for_ever(void*) {
    default_event.wait(&lock);
    return 0;
}

TEST(TerminatedWaiter, LeavesTheQueueSoThatAReleaseFindsNoWaiter) {
    HANDLE const thread = CreateThread(nullptr, 0, wait_for_ever, nullptr, 0, nullptr);
    ASSERT_NE(thread, nullptr);
    testing::let_others_run();
    ASSERT_TRUE(TerminateThread(thread, 0));
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    // Without the time limit this release would block forever: that is what happens to a lock whose
    // waiter is killed while the process exits.
    EXPECT_EQ(default_event.release_for(&lock, 100ms), outcome::timed_out);
    std::jthread waiter([] { default_event.wait(&lock); });
    default_event.release(&lock);
}

// A thread that another thread suspends. The test decides when it waits: at once, or when it is told.
class suspended_thread {
public:
    explicit suspended_thread(LPTHREAD_START_ROUTINE body)
        : handle_(CreateThread(nullptr, 0, body, nullptr, 0, nullptr)) {
        testing::let_others_run();
        EXPECT_NE(SuspendThread(handle_), static_cast<DWORD>(-1));
    }
    ~suspended_thread() {
        WaitForSingleObject(handle_, INFINITE);
        CloseHandle(handle_);
    }
    suspended_thread(suspended_thread const&) = delete;
    suspended_thread& operator=(suspended_thread const&) = delete;

    void resume() { EXPECT_NE(ResumeThread(handle_), static_cast<DWORD>(-1)); }

private:
    HANDLE handle_;
};

std::atomic<bool> may_wait{false};

DWORD WINAPI wait_when_told(void*) {
    while (!may_wait) std::this_thread::yield();
    default_event.wait(&lock);
    return 0;
}

TEST(SuspendedThread, OnItsWayKeepsItsReleaserUntilItIsResumed) {
    suspended_thread waiter(wait_when_told);
    may_wait = true;
    EXPECT_EQ(default_event.release_for(&lock, 100ms), outcome::timed_out);
    waiter.resume();
    default_event.release(&lock);
}

// Wine 8 does not let a release meet a thread that is suspended in its wait. Whether Windows does is not known to us.
// Either way the thread meets one release and no other.
TEST(SuspendedThread, MeetsOneReleaseAtTheLatestWhenItIsResumed) {
    suspended_thread waiter(wait_for_ever);
    bool const met = default_event.release_for(&lock, 100ms) == outcome::met;
    RecordProperty("met_while_suspended", met ? "yes" : "no");
    waiter.resume();
    if (!met) default_event.release(&lock);
    EXPECT_EQ(default_event.release_for(&lock, 0ms), outcome::timed_out);
}

void CALLBACK note_call(ULONG_PTR argument) {
    *reinterpret_cast<bool*>(argument) = true;
}

std::atomic<bool> has_begun{false};

DWORD WINAPI begin_and_wait(void*) {
    has_begun = true; // a thread that has not begun yet runs its APCs first of all
    default_event.wait(&lock);
    return 0;
}

TEST(OrdinaryWait, IsNotEndedByAnApc) {
    HANDLE const thread = CreateThread(nullptr, 0, begin_and_wait, nullptr, 0, nullptr);
    ASSERT_NE(thread, nullptr);
    while (!has_begun) std::this_thread::yield();
    bool called = false;
    QueueUserAPC(note_call, thread, reinterpret_cast<ULONG_PTR>(&called));
    testing::let_others_run();
    default_event.release(&lock); // blocks forever if the wait has ended
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    EXPECT_FALSE(called);
}

TEST(AlertableWait, IsEndedByAnApc) {
    bool called = false;
    QueueUserAPC(note_call, GetCurrentThread(), reinterpret_cast<ULONG_PTR>(&called));
    nt::LARGE_INTEGER limit = relative_timeout(10s);
    EXPECT_EQ(nt::NtWaitForKeyedEvent(nullptr, &lock, TRUE, &limit), nt::STATUS_USER_APC);
    EXPECT_TRUE(called);
}

TEST(OtherWaits, TakeAHandleThatMaySynchronizeAndReturnAtOnce) {
    // They have no place for a key; to them the object is always signaled.
    constexpr DWORD the_first = 0; // WAIT_OBJECT_0, which needs <windows.h>'s own status names
    nt::HANDLE made = nullptr;
    nt::ACCESS_MASK const access = nt::KEYEDEVENT_ALL_ACCESS | SYNCHRONIZE;
    ASSERT_EQ(nt::NtCreateKeyedEvent(&made, access, nullptr, 0), nt::STATUS_SUCCESS);
    EXPECT_EQ(WaitForSingleObject(made, INFINITE), the_first);
    EXPECT_EQ(WaitForMultipleObjects(1, &made, TRUE, INFINITE), the_first);
    EXPECT_EQ(nt::NtClose(made), nt::STATUS_SUCCESS);

    ASSERT_EQ(nt::NtCreateKeyedEvent(&made, nt::KEYEDEVENT_ALL_ACCESS, nullptr, 0),
              nt::STATUS_SUCCESS);
    EXPECT_EQ(WaitForSingleObject(made, INFINITE), WAIT_FAILED);
    EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_ACCESS_DENIED));
    EXPECT_EQ(nt::NtClose(made), nt::STATUS_SUCCESS);
}

TEST(Timeout, IsAnAccessViolationIfItPointsNowhere) {
    auto* const nowhere = reinterpret_cast<nt::LARGE_INTEGER*>(std::uintptr_t{0x10});
    EXPECT_EQ(nt::NtWaitForKeyedEvent(nullptr, &lock, 0, nowhere), nt::STATUS_ACCESS_VIOLATION);
}

} // namespace
} // namespace kev::lab02
