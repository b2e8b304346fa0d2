/// @file
/// System calls that the kernel refuses to a thread, as an old kernel or a sandbox does. Linux only.
#pragma once

#if defined(__linux__)

#include <array>
#include <cstddef>
#include <cstdint>

#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

namespace kev::testing {

/// Which calls are meant: those whose second argument, an operation, has these bits of `mask`. By default all.
struct operation {
    std::uint32_t mask = 0;
    std::uint32_t bits = 0;
};

/// This operation of futex(2), whether or not it is private to the process.
constexpr operation futex_operation(std::uint32_t which) noexcept {
    return {std::uint32_t{FUTEX_PRIVATE_FLAG} - 1, which};
}

/// From now on the kernel gives `answer` (SECCOMP_RET_..) in place of system call `number`: to the calling thread, and to
/// those that it starts. There is no way back. @return false if this system lets nobody filter calls.
inline bool answer_call(std::uint32_t number, std::uint32_t answer, operation which = {}) noexcept {
    std::array<sock_filter, 7> rules{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, which.mask),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, which.bits, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, answer),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    sock_fprog const program{static_cast<unsigned short>(rules.size()), rules.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/// As answer_call(): the call fails with `error`.
inline bool refuse(std::uint32_t number, std::uint32_t error, operation which = {}) noexcept {
    return testing::answer_call(number, SECCOMP_RET_ERRNO | error, which);
}

} // namespace kev::testing

#endif
