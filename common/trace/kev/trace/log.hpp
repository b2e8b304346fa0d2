/// @file
/// What happens at a lock, written down by each thread for itself.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kev::trace {

/// The moments that a thread can write down. The first three are about the lock and are seen by traced_lock; the
/// others are about sleeping and are seen where a program lets the tracer stand between the lock and
/// the system's calls.
enum class what : std::uint8_t {
    arrive,   ///< calls lock()
    acquired, ///< lock() has returned
    released, ///< is about to call unlock()
    sleep,    ///< is about to ask the system to put it to sleep
    woken,    ///< runs again: the call that put it to sleep has returned
    wake      ///< is about to ask the system to wake another thread
};

/// One entry.
struct entry {
    std::int64_t when = 0;       ///< nanoseconds of the steady clock
    void const* where = nullptr; ///< of sleep, woken and wake: the address on which they meet
    what kind = what::arrive;
};

/// The entries of one thread: a buffer made beforehand, so that writing one down allocates nothing and
/// meets no other thread. A full buffer takes no more; it does not forget what it has.
class log {
public:
    explicit log(std::size_t room) : entries_(room) {
        entries_.clear(); // its pages have been written to, so that no entry has to wait for one
    }

    void write(what kind, void const* where = nullptr) noexcept { add({now(), where, kind}); }

    void add(entry const& next) noexcept {
        if (entries_.size() == entries_.capacity())
            full_ = true;
        else
            entries_.push_back(next);
    }

    std::vector<entry> const& entries() const noexcept { return entries_; }

    /// Whether something happened that is not here.
    bool full() const noexcept { return full_; }

    static std::int64_t now() noexcept {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(
                   std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }

private:
    std::vector<entry> entries_;
    bool full_ = false;
};

/// The log into which the calling thread writes; null: it writes nothing.
inline log*& this_threads_log() noexcept {
    thread_local log* mine = nullptr;
    return mine;
}

/// Whether anything is written down at present, by any thread.
inline std::atomic<bool>& recording() noexcept {
    static std::atomic<bool> now{false};
    return now;
}

/// Writes into the calling thread's log, if it has one, while recording() is on.
inline void note(what kind, void const* where = nullptr) noexcept {
    // relaxed: a thread that sees the switch a little later begins a little later.
    if (!recording().load(std::memory_order_relaxed)) return;
    if (log* const mine = this_threads_log(); mine != nullptr) mine->write(kind, where);
}

} // namespace kev::trace
