// pthread_spin_*: lab 04's back-off, and glibc's word. A spinner never sleeps, so processes may share the lock, and a process
// without this library as well.
#include "chosen_lock.hpp"
#include "libc.hpp"
#include "report.hpp"

#include <atomic>
#include <cerrno>

#include <kev/lab04/spin_lock.hpp>
#include <pthread.h>

namespace {

using namespace kev::interpose;
using word = std::atomic<int>;
static_assert(sizeof(word) == sizeof(pthread_spinlock_t));

// glibc's values on x86: 1 while no thread owns the lock, otherwise 0 or less, because its spinners count down.
constexpr int unowned = 1;

word& word_of(pthread_spinlock_t* lock) noexcept {
    return *reinterpret_cast<word*>(const_cast<int*>(lock));
}

bool take(word& state) noexcept {
    // acquire: pairs with the release in pthread_spin_unlock(). Any value that is not above 0 means the same.
    return state.exchange(0, std::memory_order_acquire) > 0;
}

} // namespace

extern "C" {

int pthread_spin_init(pthread_spinlock_t* lock, int shared) noexcept {
    if (chosen_lock().is_libc()) return KEV_LIBC(pthread_spin_init)(lock, shared);
    *lock = unowned;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
    return chosen_lock().is_libc() ? KEV_LIBC(pthread_spin_destroy)(lock) : 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
    count(counted::spins);
    if (chosen_lock().is_libc()) return KEV_LIBC(pthread_spin_lock)(lock);
    word& state = word_of(lock);
    kev::lab04::back_off others;
    while (!take(state)) {
        // relaxed: only keeps the waiting threads from writing; take() decides.
        while (state.load(std::memory_order_relaxed) <= 0) others.pause();
    }
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
    if (chosen_lock().is_libc()) return KEV_LIBC(pthread_spin_trylock)(lock);
    return take(word_of(lock)) ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
    if (chosen_lock().is_libc()) return KEV_LIBC(pthread_spin_unlock)(lock);
    // release: pairs with the acquire in take().
    word_of(lock).store(unowned, std::memory_order_release);
    return 0;
}

} // extern "C"
