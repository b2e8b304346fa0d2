// pthread_spin_*: lab 04's spin lock. It never sleeps, so processes may share it.
#include "report.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>

#include <kev/lab04/spin_lock.hpp>
#include <pthread.h>

namespace {

using word = std::atomic<std::uint32_t>;
static_assert(sizeof(kev::lab04::spin_lock) == sizeof(pthread_spinlock_t) &&
              sizeof(word) == sizeof(pthread_spinlock_t));

kev::lab04::spin_lock& lock_of(pthread_spinlock_t* lock) noexcept {
    return *reinterpret_cast<kev::lab04::spin_lock*>(const_cast<int*>(lock));
}

// Lab 04's lock has no attempt. Its word is 1 while a thread owns it.
word& word_of(pthread_spinlock_t* lock) noexcept {
    return *reinterpret_cast<word*>(const_cast<int*>(lock));
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
    lock_of(lock).lock();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
    // acquire: pairs with the release in lab 04's unlock().
    return word_of(lock).exchange(1, std::memory_order_acquire) == 0 ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
    lock_of(lock).unlock();
    return 0;
}

} // extern "C"
