/// @file
/// The state of a reader/writer lock in one word, and what is due in which state.
#pragma once

#include <kev/lab08/sleepers.hpp>

namespace kev::lab08 {

/// | part | meaning | set and counted up by | cleared and counted down by |
/// |---|---|---|---|
/// | bit 0, `exclusive` | a writer is inside | that writer | that writer |
/// | bit 1, `waking` | a writer has been claimed and has not looked at the word yet | whoever claims it | the claimed one |
/// | bits 2-21 | readers inside | a reader; for readers that sleep: whoever admits them | each reader |
/// | bits 22-42 | readers asleep, or about to be | such a reader | whoever admits them: all at once; one whose time is up |
/// | bits 43-63 | writers asleep, or about to be | such a writer | whoever claims one; one whose time is up |
namespace shared_word {

inline constexpr state_t exclusive = 1;
inline constexpr state_t waking = 2;
inline constexpr state_t one_reader = state_t{1} << 2;
inline constexpr state_t one_sleeping_reader = state_t{1} << 22;
inline constexpr state_t one_sleeping_writer = state_t{1} << 43;

constexpr state_t readers(state_t state) noexcept {
    return (state & (one_sleeping_reader - 1)) / one_reader;
}
constexpr state_t sleeping_readers(state_t state) noexcept {
    return (state & (one_sleeping_writer - 1)) / one_sleeping_reader;
}
constexpr state_t sleeping_writers(state_t state) noexcept {
    return state / one_sleeping_writer;
}

/// The counts of sleepers are the upper bits.
constexpr bool nobody_sleeps(state_t state) noexcept {
    return state < one_sleeping_reader;
}

/// Whether a writer may go in: nobody is inside.
constexpr bool admits_writer(state_t state) noexcept {
    return (state & exclusive) == 0 && readers(state) == 0;
}
/// Whether a reader may go in: no writer is inside, none waits, none is on its way from its sleep. So readers
/// that come and go cannot keep a writer out for ever.
constexpr bool admits_reader(state_t state) noexcept {
    return (state & (exclusive | waking)) == 0 && sleeping_writers(state) == 0;
}

/// A new state, and the sleepers that the step to it has claimed: its maker has to release them.
struct step {
    state_t state = 0;
    state_t readers = 0; ///< how many sleeping readers are let in
    state_t writers = 0; ///< 1 if a sleeping writer was claimed
};

/// Lets all sleeping readers in. They are counted inside when they wake: nobody can come between.
constexpr step admit_readers(state_t state) noexcept {
    state_t const count = sleeping_readers(state);
    return {state - count * one_sleeping_reader + count * one_reader, count, 0};
}

/// Does what is due in this state, if anything. **Every state that a thread leaves in the word is settled**:
/// whoever could go on has been claimed, or somebody who is awake will come to it.
constexpr step settle(state_t state) noexcept {
    if (nobody_sleeps(state)) return {state}; // which is nearly always so
    if ((state & (exclusive | waking)) != 0)
        return {state}; // the writer, or the one that wakes, will see to it
    if (sleeping_writers(state) == 0) return admit_readers(state);
    if (readers(state) == 0) return {state - one_sleeping_writer + waking, 0, 1};
    return {state}; // the last reader will see to it
}

/// The writer leaves. Readers that have slept through its turn go first, though writers sleep, too: so
/// neither kind keeps the other out.
constexpr step after_writer(state_t state) noexcept {
    state_t const left = state - exclusive;
    if (nobody_sleeps(left)) return {left};
    return sleeping_readers(left) != 0 ? admit_readers(left) : settle(left);
}

} // namespace shared_word

} // namespace kev::lab08
