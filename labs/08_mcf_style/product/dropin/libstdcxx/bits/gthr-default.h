/**
 * @file
 * GCC's C++ library includes this header to reach threads and locks. In a program that is compiled with this folder
 * before the compiler's own, they are those of lab 08.
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

#endif
