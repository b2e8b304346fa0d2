// The lab's release without its question whether the process is ending: linked into a second copy of the DLL,
// to see that the question is needed.
#include <kev/lab08/release.hpp>

#include <kev/lab02/keyed_event.hpp>

namespace kev::lab08 {

void release(void const* key) noexcept {
    lab02::default_event.release(key);
}

} // namespace kev::lab08
