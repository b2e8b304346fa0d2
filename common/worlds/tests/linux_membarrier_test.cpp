// asymmetric_fence_heavy() when the kernel has no memory for it: which is seldom, so a filter says it in its place.
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <thread>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

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

// From now on this thread's calls of membarrier(2) come to answer(). A filter is for ever, but it is the thread's own.
bool answer_membarrier() {
    struct sigaction action = {};
    action.sa_sigaction = answer;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSYS, &action, nullptr);
    sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    sock_fprog const program{static_cast<unsigned short>(std::size(rules)), rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
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
