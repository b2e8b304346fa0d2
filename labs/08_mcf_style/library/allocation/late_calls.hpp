/// @file
/// What late_library.cpp exports and late_library_test.cpp calls.
#pragma once

#include <kev/kev.h>

namespace kev::lab08 {

struct late_calls {
    decltype(kev_mutex_lock)* mutex_lock;
    decltype(kev_mutex_unlock)* mutex_unlock;
    decltype(kev_recursive_mutex_lock)* recursive_mutex_lock;
    decltype(kev_recursive_mutex_unlock)* recursive_mutex_unlock;
    decltype(kev_semaphore_acquire)* semaphore_acquire;
    decltype(kev_semaphore_release)* semaphore_release;
    decltype(kev_cond_wait_for)* cond_wait_for;
    decltype(kev_cond_notify_all)* cond_notify_all;
};

} // namespace kev::lab08
