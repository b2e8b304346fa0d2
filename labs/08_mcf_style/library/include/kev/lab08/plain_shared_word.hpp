/// @file
/// The word of a reader/writer lock that checks nothing.
#pragma once

#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// The state word and nothing else. Its functions are those of checked_shared_word, and do nothing.
struct plain_shared_word : atomic_wide_state {
    using atomic_wide_state::atomic_wide_state;

    void check_waiter() const noexcept {}
    bool note_writer_if(bool taken) noexcept { return taken; }
    void check_writer_leaves() noexcept {}
    void check_reader_leaves() const noexcept {}
};

static_assert(sizeof(plain_shared_word) == sizeof(atomic_wide_state));

} // namespace kev::lab08
