// Whether this library and the libc of the process agree where an object says that processes share it.
#pragma once

#include <pthread.h>
#include <semaphore.h>

namespace kev::interpose {

/// Whether libc has to do it: processes share the object, or KEV_LOCK asks for libc. Mutexes and reader/writer locks have
/// member functions of that name.
bool is_libcs(pthread_cond_t* condition) noexcept;
bool is_libcs(sem_t* semaphore) noexcept;

} // namespace kev::interpose
