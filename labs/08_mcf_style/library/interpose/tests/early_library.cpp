#include "early_library.hpp"

#include <ctime>

pthread_mutex_t early_mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t early_rwlock = PTHREAD_RWLOCK_INITIALIZER;
sem_t early_semaphore;
bool early_handlers_act = false;

namespace {

void before() {
    if (!early_handlers_act) return;
    pthread_mutex_lock(&early_mutex);
    pthread_rwlock_wrlock(&early_rwlock);
    timespec const pause{.tv_sec = 0, .tv_nsec = 20'000'000};
    nanosleep(&pause, nullptr);
}

void unlock() {
    pthread_rwlock_unlock(&early_rwlock);
    pthread_mutex_unlock(&early_mutex);
}

void in_the_parent() {
    if (early_handlers_act) unlock();
}

void in_the_child() {
    if (!early_handlers_act) return;
    unlock();
    sem_post(&early_semaphore);
}

[[gnu::constructor]] void begin() {
    sem_init(&early_semaphore, 0, 0);
    pthread_atfork(before, in_the_parent, in_the_child);
}

} // namespace
