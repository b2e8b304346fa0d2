// Windows ends a process in this order: it kills all threads but one, and then calls DllMain of every
// library in the one that is left. A lock that is used there may still count sleepers who are dead, and a
// release would wait for them for ever. So it asks whether the process is ending.
//
// If it is, no thread is left that could come: no waiting at all, or a notification of a hundred dead threads would take
// a hundred times as long. If it is not, a release may wait as long as it likes. Should the end come meanwhile, this thread
// is killed, or it is the thread that ends the process, and then it is not in here. So the release has no time limit, and
// does not rest on what a kernel does with a release whose time is up.
#include <kev/lab08/nt_shutdown.hpp>
#include <kev/lab08/release.hpp>

#include <kev/lab02/keyed_event.hpp>

#include <chrono>

namespace kev::lab08 {

void release(void const* key) noexcept {
    if (RtlDllShutdownInProgress() != 0)
        lab02::default_event.release_for(key, std::chrono::seconds(0));
    else
        lab02::default_event.release(key);
}

} // namespace kev::lab08
