// Whoever was claimed comes: where a process ends here, its threads end together, and nothing runs after them.
// The child of fork() is the exception. It has one thread, and words that tell of others; there whoever releases
// waits for ever, so what others may have waited for is not for the child (lesson, "Using this in your program").
#include <kev/lab08/release.hpp>

#include <kev/lab02/keyed_event.hpp>

namespace kev::lab08 {

void release(void const* key) noexcept {
    lab02::default_event.release(key);
}

} // namespace kev::lab08
