/// @file
/// The fields of a critical section at one moment, for tests, for debuggers and for the lesson.
#pragma once

#include <cstdint>

#include <kev/lab01/kernel.hpp>

namespace kev::lab01 {

/// LockSemaphore of a section that sleeps in the keyed event, because an event could not be made.
/// ReactOS writes this number. XP keeps the handle of its keyed event with bit 0 set, and probably writes
/// that value. On Windows 10 the same -1 means "no event, wait by address" (docs/windows.md).
inline constexpr kernel::handle use_keyed_event = ~kernel::handle{0};

/// A copy of the fields. A copy that is taken while threads use the section may mix several moments.
struct section_fields {
    std::int32_t lock_count = 0;      ///< -1: free; else entries and waiters, minus one
    std::int32_t recursion_count = 0; ///< how often the owner has entered
    kernel::thread_id owning_thread = 0;
    kernel::handle lock_semaphore = kernel::no_handle; ///< 0: none yet; or use_keyed_event
    std::uintptr_t spin_count = 0;

    bool operator==(section_fields const&) const = default;
};

/// The fields of a section that is ready and free.
constexpr section_fields free_section(kernel::handle semaphore = kernel::no_handle,
                                      std::uintptr_t spins = 0) noexcept {
    return {-1, 0, 0, semaphore, spins};
}

} // namespace kev::lab01
