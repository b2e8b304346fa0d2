/// @file
/// The native world: real threads on the machine at hand.
///
/// A lab includes this header and no other platform header. Which world it gets is decided by the
/// include path alone (`common/worlds/<world>`), so a lab's source is the same for all of them. The
/// model world gives the same names other bodies: there every operation is a step of the checker.
#pragma once

#include <atomic>
#include <chrono>

#include <kev/native/core.hpp>

namespace kev::inline native {

/// Reads the newest value of `word`, and acquires what its writer did before. A thread calls it after a wake-up: the
/// kernel is not known to order memory, so a plain load may still return an older value. It is a read-modify-write that
/// changes nothing, a "read-don't-modify-write" in Boehm's term, and costs as much as any other. Does not block.
///
/// "Newest" means the last before this call in the modification order of the word. C++ does not say that the waker's change
/// comes before this call. The locks assume it of the kernel, which takes a lock in both calls: a waker's change made before
/// its call comes before a change that the woken thread makes after its own. The locks themselves make sure that the woken
/// thread sees that change, and all that happened before it. A lock that needs more of the kernel says so in its header.
template <typename T>
T read_newest(atomic<T>& word) noexcept {
    // seq_cst: acquire is promised. But clang makes a plain load of an acquire fetch_add(0), and nothing at all of an
    // acq_rel one whose value is unused. C++ may allow both, but the proofs of the locks do not cover them. Of this line
    // clang makes a full barrier and a load on x86-64 (only the barrier, if the value is unused). That is no
    // read-modify-write either, but it does the same there: loads after the barrier read what is in memory then.
    return word.fetch_add(0, std::memory_order_seq_cst);
}

/// Data that a lock protects. Here it is a plain T, so a lock that fails to protect it is a data
/// race for ThreadSanitizer; in the model world a race on it is found and reported by name.
template <typename T>
class shared {
public:
    constexpr shared() noexcept = default;
    constexpr explicit shared(T initial, char const* /*name*/ = nullptr) noexcept
        : value_(initial) {}

    T read() const noexcept { return value_; }
    void write(T value) noexcept { value_ = value; }

private:
    T value_{};
};

/// The clock of every deadline in the labs: it never jumps back.
using clock = std::chrono::steady_clock;

/// Gives the processor to another thread that is ready to run. Does not block otherwise. It is not
/// inline, so that a program that includes a lock need not read the header of std::thread.
void yield() noexcept;

namespace detail {
// Set once by the platform's source file, before static objects of the program are made. A reader that
// comes even earlier sees false and pays for a real fence, which is right beside either form of the
// heavy half. Not atomic, because no other thread runs yet; and with an atomic one the compiler needs an
// instruction more in every light half.
extern bool asymmetric_fence_free;
} // namespace detail

/// Whether the light half is free here. False means that the kernel lacks the call (Linux before
/// 4.14, macOS) or only has its name (Wine 8.0): both halves are then ordinary fences, correct and
/// slower.
inline bool asymmetric_fence_is_free() noexcept {
    return detail::asymmetric_fence_free;
}

/// One half of an asymmetric pair of fences: together they order memory as two sequentially
/// consistent fences do, but this half costs nothing where the other can reach into every running
/// thread. Where it cannot, both halves are plain fences. The names are those of the C++ proposal
/// P1202.
inline void asymmetric_fence_light() noexcept {
    if (detail::asymmetric_fence_free) [[likely]] {
        // Order for the compiler only: the processor is made to order by the heavy half.
        std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
        std::atomic_thread_fence(std::memory_order_seq_cst);
    }
}

/// The other half: forces a full fence on every running thread of the process (membarrier on Linux,
/// FlushProcessWriteBuffers on Windows) and costs microseconds. Waits for those processors, and on Linux of 2024 and
/// later for every other caller on the machine.
void asymmetric_fence_heavy() noexcept;

// One executable, one world. The inline namespace keeps the worlds' own names apart, but a lab's classes have the same name
// in each, and a linker would merge their inline functions in silence. So every object file that includes a world asks for
// that world's marker, and the libraries that define the markers also define one symbol in common: two worlds in one
// executable do not link.
extern int const world_marker;

} // namespace kev::inline native

#if defined(_MSC_VER)
#pragma detect_mismatch("kev_world", "native")
#else
namespace { // NOLINTBEGIN(misc-definitions-in-headers): one an object file, as intended
[[gnu::used]] int const* const kev_only_one_world = &kev::native::world_marker;
} // namespace, NOLINTEND(misc-definitions-in-headers)
#endif
