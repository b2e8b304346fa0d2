// Windows ends a process in this order: it kills all threads but one, and then calls DllMain of every
// library in the one that is left. A lock that is used there may still count sleepers who are dead. A
// release would wait for them for ever, so it asks now and then whether the process is ending.
//
// Source of the idea: mcfgthread. The second is its choice, too: nobody who is alive is that late, and
// if somebody is, the question costs nothing.
#include <kev/lab08/release.hpp>

#include <kev/lab02/keyed_event.hpp>

#include <chrono>

extern "C" kev::nt::BOOLEAN RtlDllShutdownInProgress();

namespace kev::lab08 {

void release(void const* key) noexcept {
    using namespace std::chrono_literals;
    while (lab02::default_event.release_for(key, 1s) == lab02::outcome::timed_out)
        if (RtlDllShutdownInProgress() != 0) return;
}

} // namespace kev::lab08
