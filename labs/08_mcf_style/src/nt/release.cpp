// Windows ends a process in this order: it kills all threads but one, and then calls DllMain of every
// library in the one that is left. A lock that is used there may still count sleepers who are dead, and a
// release would wait for them for ever. So it asks whether the process is ending.
//
// If it is, nobody is left who could come: no waiting at all, or a notification of a hundred dead threads
// would take a hundred times as long. If it is not, a release may wait as long as it likes: should the end
// come meanwhile, this thread is killed, or it is the one that ends the process and not in here. It asks again
// after a second all the same, as mcfgthread does: whatever else the system does on its way out, a
// process that does not end is worse than a question that costs nothing.
#include <kev/lab08/nt_shutdown.hpp>
#include <kev/lab08/release.hpp>

#include <kev/lab02/keyed_event.hpp>

#include <chrono>

namespace kev::lab08 {

void release(void const* key) noexcept {
    using namespace std::chrono_literals;
    for (;;) {
        bool const ending = RtlDllShutdownInProgress() != 0;
        if (lab02::default_event.release_for(key, ending ? 0s : 1s) == lab02::outcome::met) return;
        if (ending) return;
    }
}

} // namespace kev::lab08
