// A library whose constructor runs before those of libkev_interpose.so, and registers handlers for fork(), as allocators and
// loggers do: they lock before it and unlock after it.
#pragma once

#include <pthread.h>
#include <semaphore.h>

extern "C" {
extern pthread_mutex_t early_mutex;
extern pthread_rwlock_t early_rwlock;
extern sem_t early_semaphore;
/// Whether the handlers do anything. Before the fork they pause, so that threads that want the locks sleep by then.
extern bool early_handlers_act;
}
