// Locks one mutex a thousand times, and nothing else. With the argument `wait`, it waits for a condition whose time is up. With
// another one, the number of a file, it uses the objects there that processes share.
#include "posix_helpers.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>

// Of a program with a malloc() of its own, which may have no such function. The library needs none.
extern "C" void* aligned_alloc(std::size_t /*alignment*/, std::size_t /*size*/) noexcept {
    _exit(3);
}

namespace {

// @return a number for the first surprise. It ends as the owner of the mutex, and as a reader of the lock.
int share(int file) {
    using kev::interpose_tests::shared_objects;
    void* const memory =
        mmap(nullptr, sizeof(shared_objects), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return 1;
    auto& all = *static_cast<shared_objects*>(memory);
    if (pthread_spin_trylock(&all.spin) != EBUSY) return 2; // the other process has locked it
    if (pthread_spin_unlock(&all.spin) != 0 || pthread_spin_lock(&all.spin) != 0) return 3;
    if (pthread_spin_unlock(&all.spin) != 0) return 4;
    if (pthread_rwlock_rdlock(&all.rwlock) != 0) return 5;
    if (pthread_mutex_lock(&all.robust) != 0) return 6; // the other process waits for the condition
    all.ready = true;
    if (pthread_cond_signal(&all.condition) != 0) return 7;
    return sem_post(&all.semaphore) == 0 ? 0 : 8;
}

} // namespace

int main(int count, char** words) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (count > 1 && std::strcmp(words[1], "wait") != 0) return share(std::atoi(words[1]));
    if (count > 1) {
        pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
        timespec const long_ago{1, 0};
        pthread_mutex_lock(&mutex);
        return pthread_cond_timedwait(&condition, &mutex, &long_ago) != ETIMEDOUT;
    }
    for (int i = 0; i < 1000; ++i) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}
