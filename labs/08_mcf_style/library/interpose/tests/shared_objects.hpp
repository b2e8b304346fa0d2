// Objects in memory that two processes share. One has the library, the other may not.
#pragma once

#include <pthread.h>
#include <semaphore.h>

namespace kev::interpose_tests {

struct shared_objects {
    pthread_mutex_t robust;
    pthread_cond_t condition;
    pthread_rwlock_t rwlock;
    sem_t semaphore;
    pthread_spinlock_t spin;
    bool ready; // the mutex guards it
};

} // namespace kev::interpose_tests
