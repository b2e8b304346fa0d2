/// @file
/// What a processor wants to be told by a thread that spins.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace kev::inline native {

/// Tells the processor that this is a spin loop: PAUSE on x86, YIELD on ARM. PAUSE takes about 10
/// cycles on Intel cores before Skylake and up to 140 since (Intel's optimisation manual). Does not give
/// the processor away.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    // Not _mm_pause(): GCC's <immintrin.h> takes as long to compile as <atomic>, <chrono> and <thread> together.
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#elif defined(_M_X64) || defined(_M_IX86)
    _mm_pause();
#elif defined(_M_ARM64)
    __yield();
#endif
}

} // namespace kev::inline native
