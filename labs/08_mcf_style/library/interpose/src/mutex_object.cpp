#include "mutex_object.hpp"

#include "ended_sleep.hpp"
#include "fork_generation.hpp"
#include "report.hpp"

#include <algorithm>
#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>

namespace kev::interpose {

namespace {

// For a lock without time limits. Such an attempt stands in no queue: other threads pass it by.
template <typename Moment>
bool attempt_until(lock_type const& type, void* where,
                   typename Moment::time_point moment) noexcept {
    constexpr long longest_pause = 1'000'000;
    timespec pause{.tv_sec = 0, .tv_nsec = 10'000};
    while (!type.try_lock(where)) {
        if (Moment::now() >= moment) return false;
        // Not libc's function of that name: it is a cancellation point.
        syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &pause, nullptr);
        pause.tv_nsec = (std::min)(2 * pause.tv_nsec, longest_pause);
    }
    return true;
}

bool lock_until(lock_type const& type, void* where, steady_moment::time_point moment) noexcept {
    return type.lock_until_steady != nullptr ? type.lock_until_steady(where, moment)
                                             : attempt_until<steady_moment>(type, where, moment);
}
bool lock_until(lock_type const& type, void* where, calendar_moment::time_point moment) noexcept {
    return type.lock_until_calendar != nullptr
               ? type.lock_until_calendar(where, moment)
               : attempt_until<calendar_moment>(type, where, moment);
}

// Times a wait, in a process that reports.
template <typename Wait>
auto timed(Wait wait) noexcept {
    struct timer {
        std::int64_t const begin = nanoseconds_now();
        ~timer() { note_wait(nanoseconds_now() - begin); }
    } const measured;
    add_one(counted::contended);
    return wait();
}

} // namespace

void mutex_object::begin(int kind) noexcept {
    lock_ = {};
    kind_ = kind;
    owner_.store(0, std::memory_order_relaxed); // relaxed: no other thread knows the mutex yet
    depth_ = 0;
    generation_.begin();
    counted_.store(0, std::memory_order_relaxed); // relaxed: as above
}

int mutex_object::end() noexcept {
    be_ready();
    if (!chosen_lock().try_lock(lock_.data())) return EBUSY;
    chosen_lock().unlock(lock_.data());
    kind_ = -1;
    return 0;
}

int mutex_object::lock() noexcept {
    be_ready();
    if (is_mine()) return lock_again_at_once(EDEADLK);
    acquire();
    take_over();
    return 0;
}

int mutex_object::try_lock() noexcept {
    be_ready();
    if (is_mine()) return lock_again_at_once(EBUSY);
    if (!chosen_lock().try_lock(lock_.data())) return EBUSY;
    take_over();
    return 0;
}

int mutex_object::lock_until(clockid_t clock, timespec const& moment) noexcept {
    be_ready();
    if (is_mine()) return lock_again_at_once(EDEADLK);
    if (!chosen_lock().try_lock(lock_.data())) {
        if (!is_moment(moment)) return EINVAL;
        if (!acquire_until(clock, moment)) return ETIMEDOUT;
    }
    take_over();
    return 0;
}

int mutex_object::unlock() noexcept {
    be_ready();
    if ((is_recursive() || is_checked()) && !is_mine()) return EPERM;
    if (is_recursive() && --depth_ > 0) return 0;
    // relaxed: an owner finds its own number. A thread that owns nothing may find the mutex free. It changes nothing then, as
    // with glibc; the labs' locks would count down a word that counts nothing.
    if (owner_.load(std::memory_order_relaxed) == 0) return 0;
    // relaxed: only its owner concludes anything from finding its own number here.
    owner_.store(0, std::memory_order_relaxed);
    chosen_lock().unlock(lock_.data());
    return 0;
}

std::uint32_t mutex_object::unlock_entirely() noexcept {
    std::uint32_t const depth = depth_;
    depth_ = 1;
    unlock();
    return depth;
}

void mutex_object::lock_again(std::uint32_t depth) noexcept {
    be_ready();
    acquire();
    take_over();
    depth_ = depth;
}

bool mutex_object::may_wait() const noexcept {
    // relaxed: see unlock().
    return !(is_recursive() || is_checked()) ||
           owner_.load(std::memory_order_relaxed) == thread_number();
}

void mutex_object::be_ready() noexcept {
    generation_.repair([this] { make_anew(); });
}

// In the child of a fork(). A mutex with an owner stays owned: by the thread that has called fork(), or forever.
void mutex_object::make_anew() noexcept {
    lock_ = {};
    // relaxed: no thread changes it meanwhile.
    if (owner_.load(std::memory_order_relaxed) != 0) chosen_lock().try_lock(lock_.data());
}

// Whether this thread owns the mutex, if it is of a kind that has to know.
bool mutex_object::is_mine() const noexcept {
    // relaxed: see unlock().
    return (is_recursive() || is_checked()) &&
           owner_.load(std::memory_order_relaxed) == thread_number();
}

void mutex_object::take_over() noexcept {
    // relaxed: see unlock().
    owner_.store(thread_number(), std::memory_order_relaxed);
    depth_ = 1;
    if (!is_reporting()) return;
    add_one(counted::acquisitions);
    // relaxed: it is a mark for the report, which only the owner sets.
    if (counted_.load(std::memory_order_relaxed) != 0) return;
    counted_.store(1, std::memory_order_relaxed); // relaxed: as above
    add_one(counted::mutexes);
}

int mutex_object::lock_again_at_once(int error_if_checked) noexcept {
    if (is_checked()) return error_if_checked;
    if (depth_ == UINT32_MAX) return EAGAIN;
    ++depth_;
    return 0;
}

void mutex_object::acquire() noexcept {
    lock_type const& type = chosen_lock();
    if (!is_reporting()) return type.lock(lock_.data());
    if (!type.try_lock(lock_.data())) timed([&] { type.lock(lock_.data()); });
}

bool mutex_object::acquire_until(clockid_t clock, timespec const& moment) noexcept {
    auto const wait = [&] {
        return with_moment(clock, moment, [this](auto end) {
            return interpose::lock_until(chosen_lock(), lock_.data(), end);
        });
    };
    return is_reporting() ? timed(wait) : wait();
}

} // namespace kev::interpose
