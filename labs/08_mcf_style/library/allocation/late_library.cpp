// A library with the locks in it, loaded by late_library_test while the program runs. It exports C's functions by their
// addresses: the locks of the program are another copy.
#include <kev/kev.h>

#include "late_calls.hpp"

namespace kev::lab08 {

extern "C" late_calls const* late_locks() {
    static constexpr late_calls calls{
        kev_mutex_lock,           kev_mutex_unlock,
        kev_recursive_mutex_lock, kev_recursive_mutex_unlock,
        kev_semaphore_acquire,    kev_semaphore_release,
        kev_cond_wait_for,        kev_cond_notify_all,
    };
    return &calls;
}

} // namespace kev::lab08
