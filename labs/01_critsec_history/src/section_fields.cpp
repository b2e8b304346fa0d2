#include <kev/lab01/section_fields.hpp>

namespace kev::lab01 {

std::string section_fields::describe() const {
    std::string const semaphore =
        lock_semaphore == use_keyed_event ? "-1 (keyed event)" : std::to_string(lock_semaphore);
    return "LockCount " + std::to_string(lock_count) + ", RecursionCount " +
           std::to_string(recursion_count) + ", OwningThread " + std::to_string(owning_thread) +
           ", LockSemaphore " + semaphore;
}

} // namespace kev::lab01
