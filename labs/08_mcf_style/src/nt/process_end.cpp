// Windows ends a process in this order: it kills all threads but one. Then that thread calls DllMain of every library.
// A lock that is used there may be owned by a thread that was killed, and what it protects may be half written. No
// thread is left that could give it up.
#include <kev/lab08/nt_shutdown.hpp>
#include <kev/lab08/process_end.hpp>

#include <kev/lab02/nt_status.hpp>
#include <kev/native/windows_api.hpp>

namespace kev::lab08 {

bool process_is_ending() noexcept {
    return RtlDllShutdownInProgress() != 0;
}

void end_process_if_no_waker_is_left() noexcept {
    if (process_is_ending())
        TerminateProcess(GetCurrentProcess(), static_cast<UINT>(nt::STATUS_THREAD_IS_TERMINATING));
}

} // namespace kev::lab08
