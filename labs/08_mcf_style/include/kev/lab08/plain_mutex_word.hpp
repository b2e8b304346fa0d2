/// @file
/// The word of a mutex that checks nothing.
#pragma once

#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// The state word and nothing else. Its functions are those of checked_mutex_word, and do nothing.
struct plain_mutex_word : atomic_state {
    using atomic_state::atomic_state;

    void check_waiter() const noexcept {}
    void wait_without_limit(auto const& wait) const noexcept { wait(); }
    bool note_owner_if(bool taken) noexcept { return taken; }
    void check_unlocker() noexcept {}
    void check_recursive_unlocker() const noexcept {}
};

static_assert(sizeof(plain_mutex_word) == sizeof(void*));

} // namespace kev::lab08
