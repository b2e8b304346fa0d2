// asymmetric_fence_heavy() when the kernel has no memory for it: which is seldom, so a filter says it in its place.
#include <cerrno>
#include <csignal>
#include <thread>

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <kev/testing/refused_call.hpp>
#include <kev/world.hpp>

#include <gtest/gtest.h>

namespace kev {
namespace {

#if defined(__x86_64__)

int refusals = 0;
int calls = 0;

// In place of the call: the kernel has left its answer to us.
void answer(int, siginfo_t*, void* context) {
    greg_t& result = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX];
    result = calls++ < refusals ? -ENOMEM : 0;
}

// From now on this thread's calls of membarrier(2) come to answer(). A filter is forever, but it is the thread's own.
bool answer_membarrier() {
    struct sigaction action = {};
    action.sa_sigaction = answer;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSYS, &action, nullptr);
    return testing::answer_call(SYS_membarrier, SECCOMP_RET_TRAP);
}

TEST(Membarrier, IsAskedAgainIfTheKernelHasNoMemory) {
    if (!asymmetric_fence_is_free()) GTEST_SKIP() << "this kernel has no membarrier";
    bool filtered = false;
    refusals = 3;
    calls = 0;
    std::thread([&] {
        filtered = answer_membarrier();
        if (filtered) asymmetric_fence_heavy();
    }).join();
    std::signal(SIGSYS, SIG_DFL);
    if (!filtered) GTEST_SKIP() << "this system lets nobody filter system calls";
    EXPECT_EQ(calls, refusals + 1);
}

#else

TEST(Membarrier, IsAskedAgainIfTheKernelHasNoMemory) {
    GTEST_SKIP() << "the answer to a call is put into a register, and its name is x86-64's";
}

#endif

} // namespace
} // namespace kev
