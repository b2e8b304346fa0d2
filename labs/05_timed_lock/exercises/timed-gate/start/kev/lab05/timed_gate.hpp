/// @file
/// Starter: timed_gate.hpp without its protocol. The gate always says that it is open.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

/// A gate for two threads: one calls open(), once; one calls pass_for(), which may give up and be called
/// again. After it has passed, what the opener wrote before is visible.
///
/// Made for kernels that swallow a release (XP, race T6): the opener is told that it met a waiter, the
/// passer that its time was up. A passer that was claimed must then know whether the release is still to
/// come or has been spent on it already. Only the opener can tell, so it does, in the word:
///
/// | word | meaning |
/// |---|---|
/// | `closed` | no thread waits |
/// | `awaited` | the passer waits, or is about to |
/// | `opened` | open. If it was awaited, the opener has claimed the passer, and the passer may have passed |
/// | `delivered` | open, and the opener's release has come back from the kernel |
///
/// The opener writes once more after its release, so the gate must outlive open(), not only pass_for().
class timed_gate {
public:
    static constexpr std::uint32_t closed = 0;
    static constexpr std::uint32_t awaited = 1;
    static constexpr std::uint32_t opened = 2;
    static constexpr std::uint32_t delivered = 3;

    /// Opens the gate. Blocks at most until a passer that has announced itself is in the kernel.
    void open() noexcept {
        // TODO(you): lab 02's gate, and one store more. What may the passer conclude from that store?
    }

    /// Waits until the gate is open, for at most `interval`. @return whether it is.
    template <typename Rep, typename Period>
    bool pass_for(std::chrono::duration<Rep, Period> interval) noexcept {
        [[maybe_unused]] auto const limit = for_at_most(interval);
        // TODO(you): announce yourself, unless the gate is open; then sleep: `limit.wait(this)`, which says
        // `lab02::outcome::met` or `timed_out`. Until `limit.passed()` a time-out came too early.
        // TODO(you): the time is up. The opener has claimed this thread or has not, and one operation on the
        // word must decide which. If it has, something is owed: wait for it, but not without a limit.
        // TODO(you): what makes the opener's data visible to a thread that has slept?
        return true;
    }

private:
    static constexpr std::chrono::milliseconds a_moment{1};

    kev::atomic<std::uint32_t> state_{closed, "state"};
};

} // namespace kev::lab05
