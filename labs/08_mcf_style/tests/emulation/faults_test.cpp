// Faults of a process, and what the locks make of them. docs/faults.md has the whole table.
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/refused_call.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/store_buffer.hpp>
#include <kev/testing/threads.hpp>

#include "../testing_access.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <cerrno>
#include <sys/syscall.h>
#endif

namespace kev::lab08 {
namespace {

using mutex = inspected<lab08::mutex>;

using namespace std::chrono_literals;

void do_nothing(int) {}

// A signal without SA_RESTART ends a sleep in the kernel early (EINTR).
void make_sleeps_interruptible() {
    struct sigaction action = {};
    action.sa_handler = do_nothing;
    sigemptyset(&action.sa_mask);
    ASSERT_EQ(sigaction(SIGUSR1, &action, nullptr), 0);
}

template <typename Condition>
void send_signals_until(pthread_t thread, Condition holds) {
    while (!holds()) {
        pthread_kill(thread, SIGUSR1);
        std::this_thread::sleep_for(100us);
    }
}

TEST(Signals, LetNobodyIntoALockThatIsOwned) {
    make_sleeps_interruptible();
    mutex m;
    std::atomic<bool> through{false};
    m.lock();
    std::jthread waiter([&] {
        std::lock_guard const lock(m);
        through = true;
    });
    testing::wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) != 0; });
    int sent = 0;
    send_signals_until(waiter.native_handle(), [&] { return ++sent > 1'000; });
    EXPECT_FALSE(through);
    m.unlock();
    waiter.join();
    EXPECT_TRUE(through);
}

TEST(Signals, NeitherShortenNorStretchATimeLimitForEver) {
    make_sleeps_interruptible();
    mutex m;
    std::lock_guard const lock(m);
    std::atomic<bool> ended{false};
    std::jthread waiter([&] {
        auto const begun = std::chrono::steady_clock::now();
        EXPECT_FALSE(m.try_lock_for(100ms));
        EXPECT_GE(std::chrono::steady_clock::now() - begun, 100ms);
        ended = true;
    });
    send_signals_until(waiter.native_handle(), [&] { return ended.load(); });
}

// A futex is no point at which a thread is canceled; the next call that is one, is.
TEST(Cancellation, OfAThreadThatWaitsComesAfterTheWait) {
#if defined(_LIBCPP_VERSION)
    GTEST_SKIP()
        << "glibc unwinds by GCC's unwinder, and libc++'s frames ask LLVM's: that ends in a fault";
#endif
    mutex m;
    std::atomic<bool> got_it{false};
    std::atomic<bool> went_on{false};
    m.lock();
    std::jthread waiter([&] {
        m.lock();
        got_it = true;
        m.unlock();
        pthread_testcancel();
        went_on = true;
    });
    testing::wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) != 0; });
    ASSERT_EQ(pthread_cancel(waiter.native_handle()), 0);
    testing::let_others_run();
    EXPECT_FALSE(got_it);
    EXPECT_EQ(mutex_bits::counts::sleeping(m.state()), 1u) << "it waits on, and is still counted";
    m.unlock();
    waiter.join();
    EXPECT_TRUE(got_it);
    EXPECT_FALSE(went_on);
    EXPECT_EQ(m.state() & ~mutex_bits::all_failures, 0u) << "it has left nothing behind";
}

// POSIX: in the child there is one thread, and the locks are as they were. The owner is not there.
TEST(Fork, CopiesALockThatIsOwnedAndNobodyOwnsItThere) {
    auto const m = std::make_unique<mutex>();
    m->lock();
    pid_t const child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        bool const owned = !m->try_lock();
        // A new lock in its place, before any thread is started.
        new (m.get()) mutex;
        bool const usable = m->try_lock();
        m->unlock();
        _exit(owned && usable ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    m->unlock();
    EXPECT_TRUE(m->try_lock()) << "the parent's lock knows nothing of the child";
}

TEST(Crowd, OfAThousandThreadsEachGetsItsTurns) {
    // 32 bits of addresses have no room for so many stacks.
    constexpr int crowd = sizeof(void*) == 8 ? 1'000 : 200;
    mutex m;
    int counter = 0;
    m.lock();
    std::vector<std::jthread> threads;
    for (int i = 0; i < crowd; ++i) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < 3; ++turn) {
                std::lock_guard const lock(m);
                ++counter;
            }
        });
    }
    testing::wait_until_true([&] { return mutex_bits::counts::sleeping(m.state()) > crowd / 2; });
    m.unlock();
    threads.clear(); // joins
    EXPECT_EQ(counter, 3 * crowd);
    EXPECT_EQ(mutex_bits::counts::sleeping(m.state()), 0u);
}

// No lock here is robust: it does not know who its owner is, so it cannot know that the owner has ended.
TEST(EndedOwner, LeavesTheLockOwned) {
    using namespace std::chrono_literals;
    mutex m;
    std::thread([&] { m.lock(); }).join();
    EXPECT_FALSE(m.try_lock());
    EXPECT_FALSE(m.try_lock_for(10ms));
    m.unlock(); // code that knows the owner is gone may release it
    EXPECT_TRUE(m.try_lock());
}

// No handles and no memory are left: a lock and a thread are all that is needed.
int lock_in_poverty() {
    mutex m;
    std::atomic<bool> poor{false};
    int counter = 0;
    auto const use = [&] {
        while (!poor) std::this_thread::yield();
        for (int turn = 0; turn < 2'000; ++turn) {
            std::lock_guard const lock(m);
            ++counter;
            if (turn % 16 == 0) std::this_thread::yield();
        }
    };
    std::thread first(use);
    std::thread second(use);
    rlimit before{};
    getrlimit(RLIMIT_NOFILE, &before);
    rlimit const nothing{0, before.rlim_max};
    bool const limited = setrlimit(RLIMIT_NOFILE, &nothing) == 0;
    if constexpr (testing::memory_may_be_forbidden) setrlimit(RLIMIT_AS, &nothing);
    poor = true;
    first.join();
    second.join();
    setrlimit(RLIMIT_NOFILE, &before); // who looks for leaks at the end wants to read
    return limited && counter == 4'000 ? 0 : 1;
}
testing::child_role const poverty("lock-in-poverty", lock_in_poverty);

TEST(Poverty, OfHandlesAndMemoryDoesNotStopALock) {
    EXPECT_EQ(testing::child_process("lock-in-poverty").wait(), 0);
}

#if defined(__linux__)

constexpr int no_filters_here = 77;

int use_plain_fences() {
    if (asymmetric_fence_is_free()) return 1;
    if (testing::rounds_in_which_neither_saw_the_other(4'000, asymmetric_fence_light,
                                                       asymmetric_fence_heavy) != 0)
        return 3;
    lab03::asymmetric_mutex m;
    int counter = 0;
    tally const calls = testing::run_threads(4, [&](int) {
        for (int turn = 0; turn < 5'000; ++turn) {
            std::lock_guard const lock(m);
            ++counter;
            if (turn % 8 == 0) kev::yield();
        }
    });
    return counter == 20'000 && calls.waits > 0 ? 0 : 2;
}
testing::child_role const plain("use-plain-fences", use_plain_fences);

// The kernel is asked while static objects are made: so the process that looks is a new one.
int without_membarrier() {
    return testing::refuse(SYS_membarrier, ENOSYS)
               ? testing::child_process("use-plain-fences").wait()
               : no_filters_here;
}
testing::child_role const without("without-membarrier", without_membarrier);

TEST(Membarrier, ThatTheKernelDoesNotHaveIsReplacedByFences) {
    int const status = testing::child_process("without-membarrier").wait();
    if (status == no_filters_here) GTEST_SKIP() << "this system lets nobody filter system calls";
    EXPECT_EQ(status, 0);
}

// The light halves rely on the call already, so there is no way back to plain fences.
TEST(MembarrierDeathTest, ThatIsForbiddenLaterEndsTheProgram) {
    if (!asymmetric_fence_is_free()) GTEST_SKIP() << "this kernel has no membarrier";
    if (testing::child_process("without-membarrier").wait() == no_filters_here)
        GTEST_SKIP() << "this system lets nobody filter system calls";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            testing::refuse(SYS_membarrier, ENOSYS);
            asymmetric_fence_heavy();
        },
        ::testing::KilledBySignal(SIGABRT), "membarrier: ");
}

#endif

} // namespace
} // namespace kev::lab08
