/// @file
/// Which thread waits for which mutex, for the checks that find a deadlock.
#pragma once

namespace kev::inline v0_9 {
class checked_mutex;
}

namespace kev::library {

/// Says, while it exists, that the calling thread waits for a mutex without a time limit. If the thread would thereby
/// wait for itself through other threads and their mutexes, it writes the circle to the standard error stream (the
/// system's ids of the threads, the mutexes' addresses and words) and ends the program (abort). A report is always
/// right, as long as no thread ends while it owns a mutex. A thread may have several waits, one inside the other: its hook
/// for contention may wait for a mutex, too.
///
/// All waits are in one static table of each module, behind a lock of its own. So it allocates nothing. It has room for
/// 1024 waits. A wait that finds no room is not recorded, and a deadlock with it is not found.
class [[nodiscard]] recorded_wait {
public:
    /// The caller is not counted in, and does not own `awaited`. Blocks for as long as other threads read the table.
    explicit recorded_wait(checked_mutex const& awaited) noexcept;
    ~recorded_wait();
    recorded_wait(recorded_wait const&) = delete;
    recorded_wait& operator=(recorded_wait const&) = delete;

private:
    bool const has_room_;
};

} // namespace kev::library
