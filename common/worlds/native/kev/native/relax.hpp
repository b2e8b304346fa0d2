/// @file
/// What a processor wants to be told by a thread that spins.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace kev::inline native {

/// Tells the processor that this is a spin loop. Does not give the processor away.
///
/// - x86: PAUSE. It takes about 10 cycles on Intel cores before Skylake and up to 140 since (Intel's optimisation manual).
/// - 64-bit ARM: ISB, which waits until the instructions before it are done. YIELD is meant for this, but a core that runs
///   one thread treats it as a NOP, so a loop with it looks at memory as fast as it can. Rust's spin_loop() uses ISB for
///   that reason (rust-lang/rust, pull request 84725, with figures). Not measured here: we have no such machine.
/// - RISC-V: PAUSE, of the extension Zihintpause. Its encoding is a fence that orders nothing, so a core without the
///   extension does nothing. Written as a number, because an assembler knows the name only if the extension is asked for.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    // Not _mm_pause(): GCC's <immintrin.h> takes as long to compile as <atomic>, <chrono> and <thread> together.
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#elif defined(__riscv)
    asm volatile(".4byte 0x0100000f");
#elif defined(_M_X64) || defined(_M_IX86)
    _mm_pause();
#elif defined(_M_ARM64)
    __isb(_ARM64_BARRIER_SY);
#endif
}

} // namespace kev::inline native
