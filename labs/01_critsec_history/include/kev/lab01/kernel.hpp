/// @file
/// The calls of a small simulated kernel: what a critical section asks of NT, and what the asking
/// uses up.
///
/// It is one process on one machine. Three things can run out: handles, non-paged pool, and the
/// process's own heap; and any allocation can be made to fail, to see what becomes of its caller. Each
/// world has its own way to put threads to sleep (src/native, src/model, src/relacy); what the calls
/// decide is the same code in all of them, simulation/kernel_state.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <kev/lab01/nt_status.hpp>

namespace kev::lab01::kernel {

/// A handle, as NT numbers them: a multiple of 4, and 0 is none.
using handle = std::uintptr_t;
inline constexpr handle no_handle = 0;

/// A thread's number; 0 is nobody.
using thread_id = std::uintptr_t;

/// What there is to be had.
struct limits {
    static constexpr std::size_t plenty = std::numeric_limits<std::size_t>::max();
    std::size_t handles = plenty;         ///< the process's quota
    std::size_t non_paged_bytes = plenty; ///< the system's non-paged pool
    std::size_t heap_bytes = plenty;      ///< the process's heap
};

/// Which allocations fail although there is enough. Counted from the call of inject().
struct faults {
    std::uint64_t fail_nth = 0; ///< the n-th fails; 0: none by number
    bool and_all_later = false; ///< and every one after it
    std::uint32_t may_fail = 0; ///< so many events may fail, whichever: the model worlds try all
                                ///< choices, the native one throws a coin
};

/// What has been used up.
struct usage {
    std::size_t handles = 0;
    std::size_t non_paged_bytes = 0;
    std::size_t heap_bytes = 0;
    std::uint64_t attempts = 0; ///< allocations that were asked for since inject()
    std::uint64_t failures = 0; ///< and those refused
    bool operator==(usage const&) const = default;
};

/// What an event object and its entry in the handle table take of the non-paged pool. A nominal
/// figure: the true one depends on the version; nothing here depends on it but the unit of a plot.
inline constexpr std::size_t event_bytes = 64;

/// Starts afresh: no handle open, no limits, no faults. No thread may be in a call.
void boot();
/// Changes what there is to be had; what is in use stays in use.
void set_limits(limits allowed);
/// Begins to count allocations, and lets them fail.
void inject(faults wanted);
usage used();

/// Takes `bytes` of the process's heap. The block is only counted; nobody looks into it.
NTSTATUS heap_allocate(std::size_t bytes);
void heap_free(std::size_t bytes);

/// Makes an auto-reset event that is not signalled, and a handle to it.
NTSTATUS create_event(handle& made);
/// Closes the handle; with it goes the event. Nobody may wait for it.
void close(handle which);
/// Lets one waiter through: the first that waits, or else the next to come. Never blocks; setting an
/// event twice before a waiter comes lets one through.
void set_event(handle which);
/// Waits to be let through. Blocks without limit.
void wait_for_event(handle which);
/// How many threads wait for the event: what a debugger shows for a handle.
std::size_t waiters_of(handle which);

/// XP's keyed event, the one that is always there: no handle and no allocation. Meets one thread that
/// calls release_keyed_event() with the same key. Blocks until then.
void wait_for_keyed_event(void const* key);
/// Meets one thread that waits with this key; **blocks until there is one**.
void release_keyed_event(void const* key);
/// How many threads sleep in the keyed event, on whatever key.
std::size_t keyed_event_sleepers();

/// The calling thread's number. Never 0.
thread_id current_thread() noexcept;

} // namespace kev::lab01::kernel
