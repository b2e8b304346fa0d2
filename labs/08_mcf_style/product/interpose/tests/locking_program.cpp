// Locks one mutex a thousand times, and nothing else. With an argument, it waits for a condition whose time is up.
#include <pthread.h>

#include <cerrno>
#include <cstddef>

#include <unistd.h>

// Of a program with a malloc() of its own, which may have no such function. The library needs none.
extern "C" void* aligned_alloc(std::size_t /*alignment*/, std::size_t /*size*/) noexcept {
    _exit(3);
}

int main(int count, char** /*words*/) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
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
