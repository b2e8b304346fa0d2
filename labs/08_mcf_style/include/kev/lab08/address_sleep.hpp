/// @file
/// The kernel's own sleep by address: a thread sleeps while one half of a state word is unchanged.
#pragma once

#include <bit>
#include <type_traits>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// The half of a state word that a sleeper compares. The kernel compares 32 bits. A word of 32 bits has one half, the low
/// one, and every change of the word ends a sleep that is about to begin.
enum class half { low, high };

static_assert(sizeof(state_t) == 8 || sizeof(state_t) == 4);
static_assert(std::endian::native == std::endian::little, "the low half lies first");

namespace address_sleep {

/// Sleeps while that half of the word equals `seen`, at most until `end`. May return too early, and
/// for no reason. @return false if the system says that the time is up; a wake-up may have come as well.
/// Without a limit, in a process that is ending, it ends the process (process_end.hpp).
///
/// Comparing and sleeping act as one step (on Windows, ntdll does it in three, as lab 06): a wake() that follows a change
/// of these 32 bits finds the thread asleep, or the comparison fails. It orders no memory. Allocates nothing.
///
/// Linux: FUTEX_WAIT_BITSET (src/emulation/futex). Windows 8 and later: RtlWaitOnAddress, the function
/// below WaitOnAddress (src/nt). Model: a step of the checker (src/model). Nothing else has one: there the
/// keyed way is chosen (common/cmake/kev.cmake).
bool sleep(void const* word, half which, std::uint32_t seen, lab05::sleep_end const& end) noexcept;

/// Wakes one thread that sleeps at this address, or none. Uses the address only: the object may be gone,
/// and something else may lie there, whose sleepers then wake for no reason. Does not block, and may be
/// called in a signal handler.
void wake_one(void const* half_word) noexcept;
/// The same for so many threads that sleep at this address, or for all if fewer do.
///
/// Linux: one FUTEX_WAKE. Windows has no such call and wakes one after the other.
void wake_some(void const* half_word, int number) noexcept;
/// The same for all threads that sleep at this address.
void wake_all(void const* half_word) noexcept;

/// As wake_all() of that half of the word, or later: a thread that sleeps there may sleep on until the next
/// wake_all(to), if the half still equals `seen`. `to` is an address that only the caller wakes; nothing need lie there.
///
/// Linux: FUTEX_CMP_REQUEUE moves the sleepers, and switches to none of them. Windows has no such call and wakes them.
void requeue(void const* word, half which, std::uint32_t seen, void const* to) noexcept;

constexpr std::uint32_t part(wide_state_t state, half which) noexcept {
    return static_cast<std::uint32_t>(which == half::high ? state >> 32 : state);
}

inline void const* address(void const* word, half which) noexcept {
    return static_cast<char const*>(word) + (which == half::high ? 4 : 0);
}

} // namespace address_sleep

/// Sleeps while the half of `word` is as in `seen`, at most until the limit. May return too early.
/// @return false if the system says that the time is up. limit.passed() is the judge.
template <half Half, typename State>
bool sleep_while(kev::atomic<State> const& word, std::type_identity_t<State> seen,
                 sleep_limit auto const& limit) noexcept {
    return address_sleep::sleep(&word, Half, address_sleep::part(seen, Half), limit.end());
}

/// Wakes one thread that sleeps on this half of the word. By address only; never blocks.
template <half Half>
void wake_one(void const* word) noexcept {
    address_sleep::wake_one(address_sleep::address(word, Half));
}

/// Wakes so many threads that sleep on this half of the word. By address only; never blocks.
template <half Half>
void wake_some(void const* word, int number) noexcept {
    address_sleep::wake_some(address_sleep::address(word, Half), number);
}

/// Wakes all threads that sleep on this half of the word. By address only; never blocks.
template <half Half>
void wake_all(void const* word) noexcept {
    address_sleep::wake_all(address_sleep::address(word, Half));
}

} // namespace kev::lab08
