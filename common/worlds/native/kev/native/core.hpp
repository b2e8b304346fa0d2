/// @file
/// What every part of the native world stands on: the atomic object, the pause of a spinning thread, and the count of calls.
/// It calls no function of the C++ library, so code below that library may use it, too (library/dropin).
#pragma once

#include <atomic>
#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace kev::inline native {

/// An atomic object. It is std::atomic, and may be given a name, which only the model world keeps:
/// there a schedule says "m.word" and not an address.
template <typename T>
class atomic : public std::atomic<T> {
public:
    // Not inherited in every compiler's eyes, and no longer implicit, as there is another constructor below.
    constexpr atomic() noexcept = default;
    using std::atomic<T>::atomic;
    using std::atomic<T>::operator=;
    constexpr atomic(T initial, char const* /*name*/) noexcept : std::atomic<T>(initial) {}
};

/// Tells the processor that this is a spin loop. Does not give the processor away.
///
/// - x86: PAUSE. It takes about 10 cycles on Intel cores before Skylake and up to 140 since (Intel's optimization manual).
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

/// The calls that one thread has made so far into the kernel, or the emulation of it. Tests and benchmarks
/// read it: a stress test in which no thread ever slept has tested nothing.
struct tally {
    std::uint64_t waits = 0;    ///< NtWaitForKeyedEvent calls made by the wrapper of lab 02
    std::uint64_t releases = 0; ///< NtReleaseKeyedEvent calls made by the wrapper of lab 02
    std::uint64_t sleeps = 0;   ///< emulation only: calls that put this thread to sleep
    std::uint64_t wakes = 0;    ///< emulation only: calls that woke another thread
};

/// The calling thread's own tally; no other thread may touch it. Only tests and measurements call this, and only a
/// program that calls it counts anything: its definition is in the library kev_call_counter, and sets the hook below.
tally& this_thread_tally() noexcept;

namespace detail {
// The function that count_call() calls; null in a program without kev_call_counter.
inline constinit std::atomic<void (*)(std::uint64_t tally::*) noexcept> call_counter{nullptr};
} // namespace detail

/// Adds one to that number of the calling thread's tally, in a program that reads tallies. In any other program
/// this is one load of a null pointer. A lock calls it when its call of the kernel has returned: before that call,
/// another thread may already block until this thread is in the kernel.
inline void count_call(std::uint64_t tally::*number) noexcept {
    // relaxed: the pointer is set before main() begins, and guards no data.
    if (auto* const count = detail::call_counter.load(std::memory_order_relaxed)) count(number);
}

} // namespace kev::inline native
