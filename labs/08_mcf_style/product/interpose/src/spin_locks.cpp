// pthread_spin_*: a word and lab 04's back-off. A spinner never sleeps, so processes may share the lock.
#include "report.hpp"

#include <atomic>
#include <cerrno>

#include <kev/lab04/spin_lock.hpp>
#include <pthread.h>

namespace {

using word = std::atomic<int>;
static_assert(sizeof(word) == sizeof(pthread_spinlock_t));

// 1 while a thread owns the lock.
word& word_of(pthread_spinlock_t* lock) noexcept {
    return *reinterpret_cast<word*>(const_cast<int*>(lock));
}

bool take(word& owned) noexcept {
    // acquire: pairs with the release in pthread_spin_unlock().
    return owned.exchange(1, std::memory_order_acquire) == 0;
}

} // namespace

extern "C" {

int pthread_spin_init(pthread_spinlock_t* lock, int /*shared*/) noexcept {
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* /*lock*/) noexcept {
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
    kev::interpose::count(kev::interpose::counted::spins);
    word& owned = word_of(lock);
    kev::lab04::back_off others;
    while (!take(owned)) {
        // relaxed: only keeps the waiting threads from writing; take() decides.
        while (owned.load(std::memory_order_relaxed) != 0) others.pause();
    }
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
    return take(word_of(lock)) ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
    // release: pairs with the acquire in take().
    word_of(lock).store(0, std::memory_order_release);
    return 0;
}

} // extern "C"
