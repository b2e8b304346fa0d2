// glibc's headers say where the flags of an object lie, at the time of the build. A program may meet another glibc. Then an
// object that processes share would look like one of ours, and a wake-up would not leave its process.
#include "libc.hpp"

#include "mutex_object.hpp"
#include "rwlock_object.hpp"

namespace kev::interpose {

namespace {

bool sees_shared_mutex() noexcept {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_t mutex{};
    KEV_LIBC(pthread_mutex_init)(&mutex, &attributes);
    return mutex_object::of(&mutex).is_libcs();
}

bool sees_shared_condition() noexcept {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_cond_t condition{};
    KEV_LIBC(pthread_cond_init)(&condition, &attributes);
    return is_libcs(&condition);
}

bool sees_shared_rwlock() noexcept {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_rwlock_t lock{};
    KEV_LIBC(pthread_rwlock_init)(&lock, &attributes);
    return rwlock_object::of(&lock).is_libcs();
}

bool sees_shared_semaphore() noexcept {
    sem_t semaphore{};
    KEV_LIBC(sem_init)(&semaphore, 1, 0);
    return is_libcs(&semaphore);
}

void refuse_unless(bool agreed, char const* type) noexcept {
    if (agreed) return;
    say("kev: this libc keeps the flags of a ");
    say(type);
    say(" elsewhere than the libc that libkev_interpose.so was built for. Build it again here.\n");
    _exit(2);
}

[[gnu::constructor]] void look_at_libc() noexcept {
    refuse_unless(sees_shared_mutex(), "pthread_mutex_t");
    refuse_unless(sees_shared_condition(), "pthread_cond_t");
    refuse_unless(sees_shared_rwlock(), "pthread_rwlock_t");
    refuse_unless(sees_shared_semaphore(), "sem_t");
}

} // namespace

} // namespace kev::interpose
