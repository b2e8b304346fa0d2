// pthread_cond_*, of conditions that a process has for itself: lab 08's condition variable.
#include "ended_sleep.hpp"
#include "libc.hpp"
#include "mutex_object.hpp"
#include "report.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <new>

#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/wait_slots.hpp>
#include <kev/library/state_of.hpp>

using namespace kev;
using namespace kev::interpose;

namespace {

constexpr std::size_t place_of_flags = offsetof(pthread_cond_t, __data.__wrefs);

// The flags stand where glibc has them: bit 0 says that processes share the condition, and bit 1 that its clock is the steady
// one. glibc has had two places for them; libc.cpp looks whether this one is the process's.
struct condition_object {
    lab08::condition_variable condition;
    std::array<std::byte, place_of_flags - sizeof(lab08::condition_variable)> unused;
    unsigned flags;

    static constexpr unsigned shared = 1;
    static constexpr unsigned steady = 2;

    static condition_object& of(pthread_cond_t* condition) noexcept {
        return *reinterpret_cast<condition_object*>(condition);
    }
    bool is_libcs() const noexcept { return (flags & shared) != 0 || chosen_lock().is_libc(); }
    clockid_t clock() const noexcept {
        return (flags & steady) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    }
};
static_assert(offsetof(condition_object, flags) == place_of_flags);
static_assert(sizeof(condition_object) <= sizeof(pthread_cond_t));

// A mutex as the condition variable uses it: once given up, and once taken again. From then on the rules of the wait no
// longer hold: the mutex is taken whatever happens.
class waiters_mutex {
public:
    explicit waiters_mutex(pthread_mutex_t* mutex) noexcept : mutex_(mutex) {}
    void unlock() noexcept {
        mutex_object& object = mutex_object::of(mutex_);
        if (object.is_libcs())
            unlock_libcs();
        else
            depth_ = object.unlock_entirely();
    }
    void lock() noexcept {
        was_cancelled_ = this_sleep().canceled;
        this_sleep() = {};
        mutex_object& object = mutex_object::of(mutex_);
        if (!object.is_libcs())
            object.lock_again(depth_);
        else if (error_ == 0)
            error_ = KEV_LIBC(pthread_mutex_lock)(mutex_);
    }
    bool was_cancelled() const noexcept { return was_cancelled_; }
    // Libc's: the caller does not own the mutex, or the owner of a robust mutex has died meanwhile.
    int error() const noexcept { return error_; }

private:
    void unlock_libcs() noexcept {
        error_ = KEV_LIBC(pthread_mutex_unlock)(mutex_);
        if (error_ != 0) this_sleep().interrupted = true; // the wait ends at once
    }

    pthread_mutex_t* mutex_;
    std::uint32_t depth_ = 0;
    int error_ = 0;
    bool was_cancelled_ = false;
};

// Where a thread waits.
struct wait_position {
    void const* condition;
    lab08::state_t position;
};

// Notifies another waiter. The condition may be gone: the thread that notified this one may have destroyed it. So this looks
// at the slots of the positions around this thread's. A waiter there keeps the condition alive, and the mutex shows its slot.
void notify_another(wait_position mine) noexcept {
    auto const reach = lab08::number_of_wait_slots();
    for (auto i = 2 * reach; i > 0; --i) {
        auto const position = (mine.position + reach - i) & lab08::condition_bits::all_positions;
        lab08::wait_place const place = lab08::place_of(mine.condition, position);
        lab08::wake_batch alone;
        if (place.has_waiter() && place.notify(alone)) return;
    }
}

// A canceled thread leaves with its mutex owned, as POSIX wants. If it has been notified as well, the notification is for
// another thread.
int end_wait(wait_position mine, waiters_mutex const& mutex, std::cv_status status) {
    bool const notified = status == std::cv_status::no_timeout;
    if (notified && (mutex.was_cancelled() || mutex.error() == EPERM)) notify_another(mine);
    if (mutex.was_cancelled()) pthread_exit(PTHREAD_CANCELED);
    if (mutex.error() != 0) return mutex.error();
    return notified ? 0 : ETIMEDOUT;
}

template <typename Moment>
int wait_until(pthread_cond_t* condition, pthread_mutex_t* mutex, Moment moment) {
    condition_object& object = condition_object::of(condition);
    if (!mutex_object::of(mutex).is_libcs() && !mutex_object::of(mutex).may_wait()) return EPERM;
    pthread_testcancel(); // a wait that does not sleep is a cancellation point, too; the mutex is owned
    count(counted::condition_waits);
    waiters_mutex waiters(mutex);
    wait_position const mine{&object.condition, lab08::condition_bits::next_position(
                                                    library::state_of(object.condition))};
    std::cv_status status{};
    {
        sleep_scope const scope(false);
        status = object.condition.wait_until(waiters, moment);
    }
    return end_wait(mine, waiters, status);
}

// Counts a wait with a time limit.
int limited(int result) noexcept {
    count(counted::timed_waits);
    if (result == ETIMEDOUT) count(counted::timed_out);
    return result;
}

int libc_cannot(pthread_mutex_t* mutex) noexcept {
    // libc's condition would unlock a mutex of ours as one of its own.
    return mutex_object::of(mutex).is_libcs() ? 0 : EINVAL;
}

} // namespace

bool kev::interpose::is_libcs(pthread_cond_t* condition) noexcept {
    return condition_object::of(condition).is_libcs();
}

extern "C" {

int pthread_cond_init(pthread_cond_t* condition, pthread_condattr_t const* attributes) noexcept {
    int is_shared = PTHREAD_PROCESS_PRIVATE;
    clockid_t clock = CLOCK_REALTIME;
    if (attributes != nullptr) {
        pthread_condattr_getpshared(attributes, &is_shared);
        pthread_condattr_getclock(attributes, &clock);
    }
    if (chosen_lock().is_libc() || is_shared != PTHREAD_PROCESS_PRIVATE) {
        if (!chosen_lock().is_libc()) count(counted::passed_on);
        return KEV_LIBC(pthread_cond_init)(condition, attributes);
    }
    new (condition) condition_object{};
    if (clock == CLOCK_MONOTONIC) condition_object::of(condition).flags = condition_object::steady;
    return 0;
}

int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
    if (condition_object::of(condition).is_libcs())
        return KEV_LIBC(pthread_cond_destroy)(condition);
    return 0;
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
    condition_object& object = condition_object::of(condition);
    if (object.is_libcs()) return KEV_LIBC(pthread_cond_signal)(condition);
    object.condition.notify_one();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
    condition_object& object = condition_object::of(condition);
    if (object.is_libcs()) return KEV_LIBC(pthread_cond_broadcast)(condition);
    object.condition.notify_all();
    return 0;
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    if (condition_object::of(condition).is_libcs()) {
        int const error = libc_cannot(mutex);
        return error != 0 ? error : KEV_LIBC(pthread_cond_wait)(condition, mutex);
    }
    int const result = wait_until(condition, mutex, no_moment::time_point());
    return result == ETIMEDOUT ? 0 : result; // it has no limit, so this is a wake-up for no reason
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           timespec const* moment) {
    if (condition_object::of(condition).is_libcs()) {
        int const error = libc_cannot(mutex);
        return error != 0
                   ? error
                   : limited(KEV_LIBC(pthread_cond_clockwait)(condition, mutex, clock, moment));
    }
    if (!is_clock(clock) || !is_moment(*moment)) return EINVAL;
    if (clock == CLOCK_MONOTONIC)
        return limited(wait_until(condition, mutex, steady_moment::time_point(ticks_of(*moment))));
    return limited(wait_until(condition, mutex, calendar_moment::time_point(ticks_of(*moment))));
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           timespec const* moment) {
    condition_object& object = condition_object::of(condition);
    if (object.is_libcs()) {
        int const error = libc_cannot(mutex);
        return error != 0 ? error
                          : limited(KEV_LIBC(pthread_cond_timedwait)(condition, mutex, moment));
    }
    return pthread_cond_clockwait(condition, mutex, object.clock(), moment);
}

} // extern "C"
