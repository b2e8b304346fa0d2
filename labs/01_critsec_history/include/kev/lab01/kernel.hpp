/// @file
/// The calls of a small simulated kernel: those that a critical section makes to NT.
///
/// The kernel has one process. Three things can run out: handles, non-paged pool, and the process's heap.
/// A test can also make any single allocation fail. Each world puts threads to sleep in its own way
/// (src/native, src/model, src/relacy). All worlds share the code that decides what a call does:
/// simulation/kernel_state.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <kev/lab01/nt_status.hpp>

namespace kev::lab01::kernel {

/// A handle, as NT numbers them: a multiple of 4, and 0 is none.
using handle = std::uintptr_t;
inline constexpr handle no_handle = 0;

/// A thread's number; 0 means no thread.
using thread_id = std::uintptr_t;

/// How much of each resource there is.
struct limits {
    static constexpr std::size_t plenty = std::numeric_limits<std::size_t>::max();
    std::size_t handles = plenty;         ///< the process's quota
    std::size_t non_paged_bytes = plenty; ///< the system's non-paged pool
    std::size_t heap_bytes = plenty;      ///< the process's heap
};

/// Which allocations fail although there is enough. Counted from the call of inject().
struct faults {
    std::uint64_t fail_nth = 0; ///< the n-th fails; 0: no allocation fails by number
    bool and_all_later = false; ///< and every allocation after it fails
    std::uint32_t may_fail = 0; ///< so many events may fail: the model worlds try every choice, the
                                ///< native world chooses at random
};

/// How much of each resource is in use.
struct usage {
    std::size_t handles = 0;
    std::size_t non_paged_bytes = 0;
    std::size_t heap_bytes = 0;
    std::uint64_t attempts = 0; ///< allocations that were asked for since inject()
    std::uint64_t failures = 0; ///< how many of them failed
    bool operator==(usage const&) const = default;
};

/// How much non-paged pool an event object and its entry in the handle table take. The figure is nominal:
/// the true one depends on the version. Only the unit of a plot depends on it.
inline constexpr std::size_t event_bytes = 64;

/// Resets the kernel: no open handle, no limits, no faults. No thread may be in a call.
void boot();
/// Changes the limits. Resources in use stay in use.
void set_limits(limits allowed);
/// Begins to count allocations, and makes them fail as `wanted` says.
void inject(faults wanted);
usage used();

/// Takes `bytes` of the process's heap. The block is counted and has no content.
NTSTATUS heap_allocate(std::size_t bytes);
void heap_free(std::size_t bytes);

/// Makes an auto-reset event that is not signaled, and a handle to it.
NTSTATUS create_event(handle& made);
/// Closes the handle and destroys the event. No thread may wait for it.
void close(handle which);
/// Wakes the first waiter. If no thread waits, the event stays signaled, and the next wait returns at once.
/// Never blocks. An event that is set twice before a wait lets one waiter through.
void set_event(handle which);
/// Waits until the event is signaled, and resets it. Blocks without limit.
void wait_for_event(handle which);
/// How many threads wait for the event: what a debugger shows for a handle.
std::size_t waiters_of(handle which);

/// Waits in XP's keyed event, which is always there: the call takes no handle and allocates nothing. Meets
/// one thread that calls release_keyed_event() with the same key. Blocks until then.
void wait_for_keyed_event(void const* key);
/// Meets one thread that waits with this key; **blocks until there is one**.
void release_keyed_event(void const* key);
/// How many threads sleep in the keyed event, with any key.
std::size_t keyed_event_sleepers();

/// The calling thread's number. Never 0.
thread_id current_thread() noexcept;

} // namespace kev::lab01::kernel
