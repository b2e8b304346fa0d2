/// @file
/// The state of a reader/writer lock in one word, and what is due in which state.
#pragma once

#include <kev/lab08/sleepers.hpp>

namespace kev::lab08 {

/// | bits | meaning | set and counted up by | cleared and counted down by |
/// |---|---|---|---|
/// | 0 | a call that no writer has taken yet | the thread that calls a writer | the sleeping writer that takes it |
/// | 1-15 | writers asleep, or about to be; no call was made for them | such a writer | the thread that calls one; a writer whose time is up |
/// | 16-31 | readers asleep, or about to be; no call was made for them | such a reader | the thread that admits them: all at once; a reader whose time is up |
/// | 32, `exclusive` | a writer is inside | that writer | that writer |
/// | 33, `waking` | a writer is awake and will look at the word again: one that was called, or one that spins | the thread that calls it; a spinning writer | that writer |
/// | 34-48 | readers inside, also those that were admitted and still sleep | a reader; the thread that admits sleeping readers | each reader |
/// | 49-63 | calls that no reader has taken yet | the thread that admits them | a sleeping reader that takes a call |
///
/// Sleeping writers compare the lower half: writers that come and go change only the upper one, and do not
/// disturb their sleep. Sleeping readers compare the upper half: while they sleep it changes seldom.
namespace shared_word {

/// 64 bits, also where a pointer has 32: writers and readers sleep at two addresses, and the kernel compares 32 bits at
/// each. In one word of 32 bits, a call for a writer could wake a reader, which goes to sleep again, and the call is lost.
using state_t = wide_state_t;

inline constexpr state_t one_called_writer = 1;
inline constexpr state_t one_sleeping_writer = 1 << 1;
inline constexpr state_t one_sleeping_reader = 1 << 16;
inline constexpr state_t exclusive = state_t{1} << 32;
inline constexpr state_t waking = state_t{1} << 33;
inline constexpr state_t one_reader = state_t{1} << 34;
inline constexpr state_t one_called_reader = state_t{1} << 49;
/// Of each of the counts; of the sleeping readers together with the calls that none has taken.
inline constexpr state_t most = (1 << 15) - 1;

constexpr state_t sleeping_writers(state_t state) noexcept {
    return state / one_sleeping_writer & most;
}
constexpr state_t sleeping_readers(state_t state) noexcept {
    return state / one_sleeping_reader & 0xFFFF;
}
constexpr state_t readers(state_t state) noexcept {
    return state / one_reader & most;
}
constexpr state_t called_readers(state_t state) noexcept {
    return state / one_called_reader;
}

/// How writers sleep; the names mean what they mean in sleepers.hpp.
struct writers_sleep {
    static constexpr state_t one = one_sleeping_writer;
    static constexpr state_t call = one_called_writer;
    static constexpr half where = half::low;
    static constexpr state_t count(state_t state) noexcept { return sleeping_writers(state); }
    static constexpr state_t called(state_t state) noexcept { return state & call; }
};

/// How readers sleep.
struct readers_sleep {
    static constexpr state_t one = one_sleeping_reader;
    static constexpr state_t call = one_called_reader;
    static constexpr half where = half::high;
    static constexpr state_t count(state_t state) noexcept { return sleeping_readers(state); }
    static constexpr state_t called(state_t state) noexcept { return called_readers(state); }
};

constexpr bool nobody_sleeps(state_t state) noexcept {
    return sleeping_writers(state) == 0 && sleeping_readers(state) == 0;
}

/// Whether one more writer may count itself in as a sleeper.
constexpr bool has_room_for_writer(state_t state) noexcept {
    return sleeping_writers(state) < most;
}
/// Whether one more reader may count itself in as a sleeper. Admitting moves sleepers to the calls, so both
/// counts together must fit, and so must the readers that will be inside.
constexpr bool has_room_for_reader(state_t state) noexcept {
    return sleeping_readers(state) + called_readers(state) < most &&
           sleeping_readers(state) + readers(state) < most;
}

/// Whether a writer may go in: no thread is inside.
constexpr bool admits_writer(state_t state) noexcept {
    return (state & exclusive) == 0 && readers(state) == 0;
}
/// Whether a reader may go in: no writer is inside, none waits, asleep or awake. So readers
/// that come and go cannot keep a writer out for ever.
constexpr bool admits_reader(state_t state) noexcept {
    return (state & (exclusive | waking)) == 0 && sleeping_writers(state) == 0 &&
           readers(state) < most;
}

/// A new state, and the calls that the step to it has made: its maker has to wake so many.
struct step {
    state_t state = 0;
    state_t readers = 0; ///< how many sleeping readers are let in
    state_t writers = 0; ///< 1 if a sleeping writer was called
};

/// Lets all sleeping readers in. They are counted inside while they still sleep: no writer can come between.
constexpr step admit_readers(state_t state) noexcept {
    state_t const count = sleeping_readers(state);
    return {state - count * one_sleeping_reader + count * (one_reader + one_called_reader), count,
            0};
}

/// Does what is due in this state, if anything. **Every state that a thread leaves in the word is settled**:
/// each thread that could go on has been called, or a thread that is awake will come to it.
constexpr step settle(state_t state) noexcept {
    if (nobody_sleeps(state)) return {state}; // which is nearly always so
    if ((state & (exclusive | waking)) != 0)
        return {state}; // the writer inside, or the called writer, will see to it
    if (sleeping_writers(state) == 0) return admit_readers(state);
    if (readers(state) == 0)
        return {state - one_sleeping_writer + waking + one_called_writer, 0, 1};
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
