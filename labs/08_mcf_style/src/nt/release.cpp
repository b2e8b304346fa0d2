// Windows ends a process in this order: it kills all threads but one. Then that thread calls DllMain of every library.
// A lock that is used there may still count sleepers that were killed, and a release would wait for them for ever.
//
// So the releaser asks first whether the process is ending. If it is, no sleeper can come: the release looks once and does
// not wait. If it is not, the release waits as long as it takes. Should the end come meanwhile, either this thread is
// killed, or it is the thread that ends the process and is not in here.
//
// mcfgthread asked first, too, until March 2025, and then before each release. Since July 2026 it releases with a limit
// of one second, then asks, and leaves the whole batch if the process is ending.
#include <kev/lab08/nt_shutdown.hpp>
#include <kev/lab08/release.hpp>

#include <kev/lab02/keyed_event.hpp>

#include <chrono>

namespace kev::lab08 {

void release(void const* key) noexcept {
    if (RtlDllShutdownInProgress() == 0)
        lab02::default_event.release(key);
    else
        lab02::default_event.release_for(key, std::chrono::seconds(0));
}

} // namespace kev::lab08
