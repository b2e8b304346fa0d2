// Every claimed thread comes: a process ends here with all its threads, and no code runs after them. The child of fork()
// is the exception. Its words may count threads that only the parent has, and then a release by key waits for ever (lesson,
// "Using this in your program").
#include <kev/lab08/release.hpp>

#include <kev/lab02/keyed_event.hpp>

namespace kev::lab08 {

void release(void const* key) noexcept {
    lab02::default_event.release(key);
}

} // namespace kev::lab08
