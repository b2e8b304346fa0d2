// Functions of a program that was compiled without unwind tables: a cancellation cannot go through them frame by frame, and
// jumps from one pthread_cleanup_push() to the next.
#pragma once

#include <ctime>

#include <pthread.h>
#include <semaphore.h>

namespace kev::interpose_tests {

/// For pthread_once(): the first call waits at a cancellation point forever.
void once_routine_without_tables();
/// How often that function has begun.
int calls_of_once_routine() noexcept;

/// Thread bodies. Each waits until it is canceled, by `limit` at the latest.
struct wait_without_tables {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    sem_t semaphore;
    clockid_t clock;
    timespec limit;
    bool is_waiting;       // for the condition; the mutex guards it
    bool cleaned_up;       // the handler of pthread_cleanup_push() has run
    bool owned_at_cleanup; // the thread owned the mutex then
};
void* wait_for_condition_without_tables(void* wait);
void* wait_for_semaphore_without_tables(void* wait);

} // namespace kev::interpose_tests
