// The locks' half of the C interface.
#include "as_cpp.hpp"

using kev::lab08::in_c::as_cpp;
using kev::lab08::in_c::interval;
using kev::lab08::in_c::moment;

extern "C" {

void kev_mutex_lock(kev_mutex* mutex) {
    as_cpp(mutex).lock();
}
bool kev_mutex_try_lock(kev_mutex* mutex) {
    return as_cpp(mutex).try_lock();
}
bool kev_mutex_try_lock_for(kev_mutex* mutex, int64_t nanoseconds) {
    return as_cpp(mutex).try_lock_for(interval(nanoseconds));
}
bool kev_mutex_try_lock_until(kev_mutex* mutex, int64_t unix_nanoseconds) {
    return as_cpp(mutex).try_lock_until(moment(unix_nanoseconds));
}
void kev_mutex_unlock(kev_mutex* mutex) {
    as_cpp(mutex).unlock();
}

void kev_recursive_mutex_lock(kev_recursive_mutex* mutex) {
    as_cpp(mutex).lock();
}
bool kev_recursive_mutex_try_lock(kev_recursive_mutex* mutex) {
    return as_cpp(mutex).try_lock();
}
bool kev_recursive_mutex_try_lock_for(kev_recursive_mutex* mutex, int64_t nanoseconds) {
    return as_cpp(mutex).try_lock_for(interval(nanoseconds));
}
bool kev_recursive_mutex_try_lock_until(kev_recursive_mutex* mutex, int64_t unix_nanoseconds) {
    return as_cpp(mutex).try_lock_until(moment(unix_nanoseconds));
}
void kev_recursive_mutex_unlock(kev_recursive_mutex* mutex) {
    as_cpp(mutex).unlock();
}

void kev_shared_mutex_lock(kev_shared_mutex* mutex) {
    as_cpp(mutex).lock();
}
bool kev_shared_mutex_try_lock(kev_shared_mutex* mutex) {
    return as_cpp(mutex).try_lock();
}
bool kev_shared_mutex_try_lock_for(kev_shared_mutex* mutex, int64_t nanoseconds) {
    return as_cpp(mutex).try_lock_for(interval(nanoseconds));
}
bool kev_shared_mutex_try_lock_until(kev_shared_mutex* mutex, int64_t unix_nanoseconds) {
    return as_cpp(mutex).try_lock_until(moment(unix_nanoseconds));
}
void kev_shared_mutex_unlock(kev_shared_mutex* mutex) {
    as_cpp(mutex).unlock();
}
void kev_shared_mutex_lock_shared(kev_shared_mutex* mutex) {
    as_cpp(mutex).lock_shared();
}
bool kev_shared_mutex_try_lock_shared(kev_shared_mutex* mutex) {
    return as_cpp(mutex).try_lock_shared();
}
bool kev_shared_mutex_try_lock_shared_for(kev_shared_mutex* mutex, int64_t nanoseconds) {
    return as_cpp(mutex).try_lock_shared_for(interval(nanoseconds));
}
bool kev_shared_mutex_try_lock_shared_until(kev_shared_mutex* mutex, int64_t unix_nanoseconds) {
    return as_cpp(mutex).try_lock_shared_until(moment(unix_nanoseconds));
}
void kev_shared_mutex_unlock_shared(kev_shared_mutex* mutex) {
    as_cpp(mutex).unlock_shared();
}

} // extern "C"
