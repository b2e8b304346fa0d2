/// @file
/// From entries to a picture: what each thread was doing when.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <kev/trace/log.hpp>

namespace kev::trace {

/// The activity of a thread at the lock. Outside of all this it is about its own work.
enum class state : std::uint8_t {
    waiting, ///< wants the lock, and nobody has decided yet that it is its turn: asleep or spinning
    on_its_way, ///< another thread has called to wake it, and it does not run yet
    owning      ///< from the return of lock() to the call of unlock()
};

/// A stretch of time of one thread.
struct stretch {
    std::size_t thread = 0;
    state doing = state::waiting;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// The activities of the threads between two moments, thread by thread, in order of time.
///
/// A call to wake does not say whom; the sleeper that it met is found by the address: of the calls at one
/// address the n-th meets the n-th thread that slept there and woke, which is what first in, first out
/// means. A stretch that began before `from` or goes on behind `to` is cut there.
std::vector<stretch> lanes(std::vector<log> const& logs, std::int64_t from, std::int64_t to);

/// The last moment up to which every log is complete.
std::int64_t complete_until(std::vector<log> const& logs) noexcept;

} // namespace kev::trace
