// sem_*, of semaphores that a process has for itself: lab 08's counting semaphore.
#include "chosen_lock.hpp"
#include "ended_sleep.hpp"
#include "fork_generation.hpp"
#include "libc.hpp"
#include "report.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <new>

#include <kev/library/state_of.hpp>
#include <kev/semaphore.hpp>
#include <pthread.h>
#include <semaphore.h>

using namespace kev;
using namespace kev::interpose;

namespace {

using permits = kev::counting_semaphore<>;

// With fewer permits than this, no number of threads that post at once reaches the limit.
constexpr std::int32_t near_the_limit = SEM_VALUE_MAX / 2;

// In its scope no handler runs in the calling thread. Those signals that an instruction causes would end the process then, so
// they come.
class signals_held_back {
public:
    signals_held_back() noexcept {
        sigset_t all;
        sigfillset(&all);
        for (int const signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigdelset(&all, signal);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    signals_held_back(signals_held_back const&) = delete;
    signals_held_back& operator=(signals_held_back const&) = delete;
    ~signals_held_back() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_;
};

// `shared` stands where glibc has it on 64-bit machines; it is not 0 if processes share the semaphore, as all those of
// sem_open().
struct semaphore_object {
    permits semaphore;
    int shared;
    object_generation generation;

    static semaphore_object& of(sem_t* semaphore) noexcept {
        return *reinterpret_cast<semaphore_object*>(semaphore);
    }
    bool is_libcs() const noexcept { return shared != 0 || chosen_lock().is_libc(); }

    void begin(std::ptrdiff_t value) noexcept {
        new (&semaphore) permits(value);
        shared = 0;
        generation.begin();
    }
    // Adds a permit. @return false if there are as many as POSIX allows. Two threads must not both add the last one, and
    // lab 08's semaphore leaves that to its caller.
    bool post() noexcept {
        auto& word = library::word_of(semaphore);
        // relaxed: an exchange confirms what is decided here.
        auto state = word.load(std::memory_order_relaxed);
        while (kev::permit_bits::number(state) >= near_the_limit) {
            if (kev::permit_bits::number(state) == SEM_VALUE_MAX) return false;
            // No thread sleeps while there are permits. release: pairs with the acquires of lab 08's semaphore. relaxed: a
            // failure only brings the newer word.
            if (word.compare_exchange_weak(state, state + kev::permit_bits::one_permit,
                                           std::memory_order_release, std::memory_order_relaxed))
                return true;
        }
        semaphore.release();
        return true;
    }
    // In the child of a fork() no thread sleeps, so the number is not below zero.
    void be_ready() noexcept {
        if (generation.is_in_order()) return;
        // sem_post() may be called in a signal handler, which would wait here for the thread that it has interrupted.
        signals_held_back const until_it_is_in_order;
        generation.repair([this] {
            std::ptrdiff_t const left =
                (std::max)(kev::permit_bits::number(library::state_of(semaphore)), std::int32_t{0});
            new (&semaphore) permits(left);
        });
    }
};
static_assert(sizeof(semaphore_object) <= sizeof(sem_t));
static_assert(sizeof(permits) == sizeof(lab08::atomic_state));

int fail(int error) noexcept {
    errno = error;
    return -1;
}

// A cancellation and a signal handler end the wait, as POSIX wants.
template <typename Moment>
int wait_until(sem_t* semaphore, Moment moment) {
    semaphore_object& object = semaphore_object::of(semaphore);
    object.be_ready();
    count(counted::semaphores);
    pthread_testcancel();
    bool taken = false;
    sleep_rules ended;
    {
        sleep_scope const scope(true);
        taken = object.semaphore.try_acquire_until(moment);
        ended = this_sleep();
    }
    if (ended.canceled) {
        if (taken) object.semaphore.release();
        pthread_exit(PTHREAD_CANCELED);
    }
    if (taken) return 0;
    return fail(ended.interrupted ? EINTR : ETIMEDOUT);
}

} // namespace

bool kev::interpose::is_libcs(sem_t* semaphore) noexcept {
    return semaphore_object::of(semaphore).is_libcs();
}

extern "C" {

int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
    if (chosen_lock().is_libc() || shared != 0) {
        if (!chosen_lock().is_libc()) count(counted::passed_on);
        return KEV_LIBC(sem_init)(semaphore, shared, value);
    }
    if (value > SEM_VALUE_MAX) return fail(EINVAL);
    semaphore_object::of(semaphore).begin(static_cast<std::ptrdiff_t>(value));
    return 0;
}

int sem_destroy(sem_t* semaphore) noexcept {
    return semaphore_object::of(semaphore).is_libcs() ? KEV_LIBC(sem_destroy)(semaphore) : 0;
}

int sem_post(sem_t* semaphore) noexcept {
    semaphore_object& object = semaphore_object::of(semaphore);
    if (object.is_libcs()) return KEV_LIBC(sem_post)(semaphore);
    object.be_ready();
    return object.post() ? 0 : fail(EOVERFLOW);
}

int sem_wait(sem_t* semaphore) {
    if (semaphore_object::of(semaphore).is_libcs()) return KEV_LIBC(sem_wait)(semaphore);
    return wait_until(semaphore, no_moment::time_point());
}

int sem_trywait(sem_t* semaphore) noexcept {
    semaphore_object& object = semaphore_object::of(semaphore);
    if (object.is_libcs()) return KEV_LIBC(sem_trywait)(semaphore);
    object.be_ready();
    return object.semaphore.try_acquire() ? 0 : fail(EAGAIN);
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, timespec const* moment) {
    semaphore_object& object = semaphore_object::of(semaphore);
    if (object.is_libcs()) return KEV_LIBC(sem_clockwait)(semaphore, clock, moment);
    if (!is_clock(clock)) return fail(EINVAL);
    if (!is_moment(*moment)) { // only a thread that would wait is told
        object.be_ready();
        return object.semaphore.try_acquire() ? 0 : fail(EINVAL);
    }
    if (clock == CLOCK_MONOTONIC)
        return wait_until(semaphore, steady_moment::time_point(ticks_of(*moment)));
    return wait_until(semaphore, calendar_moment::time_point(ticks_of(*moment)));
}

int sem_timedwait(sem_t* semaphore, timespec const* moment) {
    if (semaphore_object::of(semaphore).is_libcs())
        return KEV_LIBC(sem_timedwait)(semaphore, moment);
    return sem_clockwait(semaphore, CLOCK_REALTIME, moment);
}

int sem_getvalue(sem_t* semaphore, int* value) noexcept {
    semaphore_object& object = semaphore_object::of(semaphore);
    if (object.is_libcs()) return KEV_LIBC(sem_getvalue)(semaphore, value);
    object.be_ready();
    *value = static_cast<int>(
        (std::max)(kev::permit_bits::number(library::state_of(object.semaphore)), std::int32_t{0}));
    return 0;
}

} // extern "C"
