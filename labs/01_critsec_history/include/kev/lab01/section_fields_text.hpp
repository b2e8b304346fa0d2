/// @file
/// section_fields.hpp in words, for the demonstration.
#pragma once

#include <string>

#include <kev/lab01/section_fields.hpp>

namespace kev::lab01 {

/// Returns the fields as text: "LockCount 0, RecursionCount 1, OwningThread 8, LockSemaphore 0".
inline std::string describe(section_fields const& fields) {
    std::string const semaphore = fields.lock_semaphore == use_keyed_event
                                      ? "-1 (keyed event)"
                                      : std::to_string(fields.lock_semaphore);
    return "LockCount " + std::to_string(fields.lock_count) + ", RecursionCount " +
           std::to_string(fields.recursion_count) + ", OwningThread " +
           std::to_string(fields.owning_thread) + ", LockSemaphore " + semaphore;
}

} // namespace kev::lab01
