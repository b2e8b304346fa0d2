/**
 * @file
 * GCC's C++ library includes this header to reach threads and locks. In a program that is compiled with this folder
 * before the compiler's own, they are those of lab 08.
 *
 * The classes that hold a lock or a thread get a mark here, which is a part of all names that they are in. So what is compiled
 * with this header does not link with what is compiled without it, where the two exchange such an object.
 *
 * The library has a second road to the locks of some systems, past gthread: futex(2) itself, POSIX's reader/writer lock,
 * and POSIX functions with a clock. The compiler's own configuration opens it, and here it is closed.
 */
#ifndef __KEV_GTHR_DEFAULT_H
#define __KEV_GTHR_DEFAULT_H

#undef _GLIBCXX_HAVE_LINUX_FUTEX
#undef _GLIBCXX_USE_PTHREAD_COND_CLOCKWAIT
#undef _GLIBCXX_USE_PTHREAD_MUTEX_CLOCKLOCK
#undef _GLIBCXX_USE_PTHREAD_RWLOCK_CLOCKLOCK
#undef _GLIBCXX_USE_PTHREAD_RWLOCK_T
#undef _GTHREAD_USE_MUTEX_TIMEDLOCK
#define _GTHREAD_USE_MUTEX_TIMEDLOCK 1

#include <kev/gthr.h>

#ifdef __cplusplus
namespace std {
class __attribute__((__abi_tag__("kev"))) mutex;
class __attribute__((__abi_tag__("kev"))) recursive_mutex;
class __attribute__((__abi_tag__("kev"))) timed_mutex;
class __attribute__((__abi_tag__("kev"))) recursive_timed_mutex;
class __attribute__((__abi_tag__("kev"))) shared_mutex;
class __attribute__((__abi_tag__("kev"))) shared_timed_mutex;
struct __attribute__((__abi_tag__("kev"))) once_flag;
class __attribute__((__abi_tag__("kev"))) condition_variable;
class __attribute__((__abi_tag__("kev"))) thread;
inline namespace _V2 {
class __attribute__((__abi_tag__("kev"))) condition_variable_any;
}
} // namespace std
#endif

#endif
