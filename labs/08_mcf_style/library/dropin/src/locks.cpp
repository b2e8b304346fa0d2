// The locks of gthr.h: this lab's, seen through structures of C.
#include "calendar.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <type_traits>

#include <kev/gthr_core.h>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/recursive_mutex.hpp>

namespace kev::dropin {

namespace {

// As in the C interface: zeros are what a constructor would have written.
template <typename Type, typename Structure>
Type& as(Structure* object) noexcept {
    static_assert(sizeof(Type) == sizeof(Structure) && alignof(Type) == alignof(Structure));
    static_assert(std::is_standard_layout_v<Type> && std::is_trivially_destructible_v<Type>);
    return *reinterpret_cast<Type*>(object);
}
lab08::mutex& cpp(__kev_mutex* object) noexcept {
    return as<lab08::mutex>(object);
}
kev::recursive_mutex& cpp(__kev_recursive_mutex* object) noexcept {
    return as<kev::recursive_mutex>(object);
}
lab08::condition_variable& cpp(__kev_cond* object) noexcept {
    return as<lab08::condition_variable>(object);
}
lab08::once_flag& cpp(__kev_once* object) noexcept {
    return as<lab08::once_flag>(object);
}

// A recursive mutex as a condition variable has to use it: given up entirely, taken as deep again.
class entire_mutex {
public:
    explicit entire_mutex(kev::recursive_mutex& mutex) noexcept : mutex_(mutex) {}
    void unlock() noexcept { depth_ = mutex_.unlock_entirely(); }
    void lock() noexcept { mutex_.lock_again(depth_); }

private:
    kev::recursive_mutex& mutex_;
    std::size_t depth_ = 0;
};

// Rounded up, so that no wait is shortened. A moment that 64 bits of ticks cannot hold is 29,000 years away.
calendar::time_point moment_of(timespec const* time) noexcept {
    constexpr std::int64_t ticks = calendar::period::den;
    std::int64_t const seconds = time->tv_sec;
    if (seconds < 0) return {};
    if (seconds >= INT64_MAX / ticks - 1) return calendar::time_point::max();
    std::int64_t const nanoseconds_in_a_tick = 1'000'000'000 / ticks;
    std::int64_t const part = (time->tv_nsec + nanoseconds_in_a_tick - 1) / nanoseconds_in_a_tick;
    return calendar::time_point(calendar::duration(seconds * ticks + part));
}

int busy_unless(bool taken) noexcept {
    return taken ? 0 : EBUSY;
}
int timeout_unless(bool in_time) noexcept {
    return in_time ? 0 : ETIMEDOUT;
}
int timeout_unless(std::cv_status ended) noexcept {
    return timeout_unless(ended == std::cv_status::no_timeout);
}

} // namespace

} // namespace kev::dropin

using namespace kev::dropin;

extern "C" {

int __kev_once_begin(__kev_once* once) {
    return cpp(once).begin() ? 1 : 0;
}
void __kev_once_end(__kev_once* once, int succeeded) {
    if (succeeded != 0)
        cpp(once).finish();
    else
        cpp(once).abort();
}

void __kev_mutex_lock(__kev_mutex* mutex) {
    cpp(mutex).lock();
}
int __kev_mutex_trylock(__kev_mutex* mutex) {
    return busy_unless(cpp(mutex).try_lock());
}
int __kev_mutex_timedlock(__kev_mutex* mutex, timespec const* moment) {
    return timeout_unless(cpp(mutex).try_lock_until(moment_of(moment)));
}
void __kev_mutex_unlock(__kev_mutex* mutex) {
    cpp(mutex).unlock();
}

void __kev_recursive_mutex_lock(__kev_recursive_mutex* mutex) {
    cpp(mutex).lock();
}
int __kev_recursive_mutex_trylock(__kev_recursive_mutex* mutex) {
    return busy_unless(cpp(mutex).try_lock());
}
int __kev_recursive_mutex_timedlock(__kev_recursive_mutex* mutex, timespec const* moment) {
    return timeout_unless(cpp(mutex).try_lock_until(moment_of(moment)));
}
void __kev_recursive_mutex_unlock(__kev_recursive_mutex* mutex) {
    cpp(mutex).unlock();
}

void __kev_cond_signal(__kev_cond* cond) {
    cpp(cond).notify_one();
}
void __kev_cond_broadcast(__kev_cond* cond) {
    cpp(cond).notify_all();
}
void __kev_cond_wait(__kev_cond* cond, __kev_mutex* mutex) {
    cpp(cond).wait(cpp(mutex));
}
int __kev_cond_timedwait(__kev_cond* cond, __kev_mutex* mutex, timespec const* moment) {
    return timeout_unless(cpp(cond).wait_until(cpp(mutex), moment_of(moment)));
}
void __kev_cond_wait_recursive(__kev_cond* cond, __kev_recursive_mutex* mutex) {
    entire_mutex entire(cpp(mutex));
    cpp(cond).wait(entire);
}
int __kev_cond_timedwait_recursive(__kev_cond* cond, __kev_recursive_mutex* mutex,
                                   timespec const* moment) {
    entire_mutex entire(cpp(mutex));
    return timeout_unless(cpp(cond).wait_until(entire, moment_of(moment)));
}

} // extern "C"
