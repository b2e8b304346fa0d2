/// @file
/// Lab 02's gate with a time limit. It survives a kernel that swallows a release (T6), because the opener
/// writes when its release has returned.
#pragma once

#include <chrono>
#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/lab05/keyed_sleep.hpp>
#include <kev/lab05/time_limit.hpp>
#include <kev/world.hpp>

namespace kev::lab05 {

/// A gate for two threads. The opener calls open() once. The passer calls pass_for(), which may give up and
/// may then be called again. After the passer has passed, it sees what the opener wrote before.
///
/// It is made for kernels that swallow a release (XP, race T6): the opener is told that it met a waiter, and
/// the passer is told that its time was up. A passer that was claimed must then know whether the release is
/// still to come or has been spent on it already. Only the opener knows, so it writes that to the word:
///
/// | word | meaning |
/// |---|---|
/// | `closed` | no thread waits |
/// | `awaited` | the passer waits, or is about to |
/// | `opened` | open. If it was awaited, the opener has claimed the passer, and the passer may have passed |
/// | `delivered` | open, and the opener's release has returned from the kernel |
///
/// The opener writes once more after its release, so the gate must outlive open() as well as pass_for().
class timed_gate {
public:
    static constexpr std::uint32_t closed = 0;
    static constexpr std::uint32_t awaited = 1;
    static constexpr std::uint32_t opened = 2;
    static constexpr std::uint32_t delivered = 3;

    /// Opens the gate. Blocks at most until a passer that has announced itself is in the kernel.
    // [open]
    void open() noexcept {
        // release: G1, pairs with G2 and G3.
        if (state_.exchange(opened, std::memory_order_release) != awaited) return; // G1
        lab02::default_event.release(this);
        // release: G4, pairs with G3. A passer that took the release may have passed long ago.
        state_.store(delivered, std::memory_order_release); // G4
    }
    // [/open]

    /// Waits until the gate is open, for at most `interval`. @return whether it is.
    template <typename Rep, typename Period>
    bool pass_for(std::chrono::duration<Rep, Period> interval) noexcept {
        auto const limit = lab05::for_at_most(interval);
        std::uint32_t expected = closed;
        // acquire: G2, pairs with G1, if it fails because the gate is open. For success relaxed would do, and
        // C++17 allows that. Relacy and GCC 12's warnings follow C++11, where the failure's order may not be
        // stronger.
        if (!state_.compare_exchange_strong(expected, awaited, std::memory_order_acquire,
                                            std::memory_order_acquire)) // G2
            return true;
        // [slept]
        while (wait_for_release(this, limit.end()) == lab02::outcome::timed_out) {
            if (!limit.passed()) continue;
            expected = awaited;
            // relaxed: on success the opener has not come. relaxed: on failure G3 reads the word again.
            if (state_.compare_exchange_strong(expected, closed, std::memory_order_relaxed,
                                               std::memory_order_relaxed))
                return false;
            take_what_is_owed();
            break;
        }
        // acquire: G3, pairs with G1 and G4. It comes after G1, because otherwise G1 would read `opened` and
        // release no thread.
        state_.exchange(opened, std::memory_order_acquire); // G3
        return true;
        // [/slept]
    }

private:
    /// This thread is claimed and its time is up. The release is still to come, or the kernel swallowed it.
    // [owed]
    void take_what_is_owed() noexcept {
        do {
            // relaxed: the opener's release has returned, so there is nothing to wait for. G3 reads the word again.
            if (state_.load(std::memory_order_relaxed) == delivered) return;
        } while (lab02::default_event.wait_for(this, a_moment) == lab02::outcome::timed_out);
    }
    // [/owed]

    static constexpr std::chrono::milliseconds a_moment{1};

    kev::atomic<std::uint32_t> state_{closed, "state"};
};

} // namespace kev::lab05
