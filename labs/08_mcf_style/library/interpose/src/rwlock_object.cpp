#include "rwlock_object.hpp"

#include <kev/library/state_of.hpp>

#include "ended_sleep.hpp"
#include "fork_generation.hpp"
#include "report.hpp"

#include <cerrno>
#include <new>

namespace kev::interpose {

void rwlock_object::begin(int kind) noexcept {
    new (this) rwlock_object{};
    generation_.begin();
    kind_ = kind;
}

int rwlock_object::lock() noexcept {
    be_ready();
    if (is_written_by_me()) return EDEADLK;
    lock_.lock();
    return now_mine();
}

int rwlock_object::try_lock() noexcept {
    be_ready();
    return lock_.try_lock() ? now_mine() : EBUSY;
}

int rwlock_object::lock_until(clockid_t clock, timespec const& moment) noexcept {
    be_ready();
    if (lock_.try_lock()) return now_mine();
    if (!is_moment(moment)) return EINVAL;
    if (is_written_by_me()) return EDEADLK;
    bool const owned =
        with_moment(clock, moment, [this](auto end) { return lock_.try_lock_until(end); });
    return owned ? now_mine() : ETIMEDOUT;
}

int rwlock_object::lock_shared() noexcept {
    be_ready();
    if (is_written_by_me()) return EDEADLK;
    count(counted::shared_locks);
    enter_until<no_moment>({});
    return 0;
}

int rwlock_object::try_lock_shared() noexcept {
    be_ready();
    if (!enter()) return EBUSY;
    count(counted::shared_locks);
    return 0;
}

int rwlock_object::lock_shared_until(clockid_t clock, timespec const& moment) noexcept {
    be_ready();
    if (!enter()) {
        if (!is_moment(moment)) return EINVAL;
        if (is_written_by_me()) return EDEADLK;
        bool const inside =
            clock == CLOCK_MONOTONIC
                ? enter_until<steady_moment>(steady_moment::time_point(ticks_of(moment)))
                : enter_until<calendar_moment>(calendar_moment::time_point(ticks_of(moment)));
        if (!inside) return ETIMEDOUT;
    }
    count(counted::shared_locks);
    return 0;
}

int rwlock_object::unlock() noexcept {
    be_ready();
    if (is_written_by_me()) {
        // relaxed: only the writer concludes anything from finding its own number here.
        writer_.store(0, std::memory_order_relaxed);
        lock_.unlock();
        return 0;
    }
    // The kind is read before this reader leaves. Afterwards, unless it still owns the lock, the object may be gone.
    bool const each_owns_the_lock = prefers_writers();
    std::uint32_t const inside = readers_.leave();
    if (inside == 1 || (inside != 0 && each_owns_the_lock)) lock_.unlock_shared();
    return inside != 0 ? 0 : EPERM;
}

void rwlock_object::be_ready() noexcept {
    generation_.repair([this] { make_anew(); });
}

// In the child of a fork(). The lock stays owned by those that owned it, of which one thread may be here.
void rwlock_object::make_anew() noexcept {
    new (&lock_) lock_type;
    std::uint32_t const inside = readers_.make_anew();
    // relaxed: no thread changes it meanwhile.
    if (writer_.load(std::memory_order_relaxed) != 0) {
        lock_.lock();
        return;
    }
    std::uint32_t const shares = prefers_writers() || inside == 0 ? inside : 1;
    for (std::uint32_t i = 0; i < shares; ++i) lock_.lock_shared();
}

bool rwlock_object::prefers_writers() const noexcept {
    return kind_ == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

bool rwlock_object::is_written_by_me() const noexcept {
    // relaxed: see unlock().
    return writer_.load(std::memory_order_relaxed) == thread_number();
}

int rwlock_object::now_mine() noexcept {
    count(counted::shared_locks);
    writer_.store(thread_number(), std::memory_order_relaxed); // relaxed: see unlock()
    return 0;
}

// Comes in as a reader, if no writer stands against it.
bool rwlock_object::enter() noexcept {
    auto const try_take = [this] { return lock_.try_lock_shared(); };
    if (!prefers_writers())
        return readers_.try_enter(try_take, [this] {
            return !kev::shared_bits::admits_reader(library::state_of(lock_));
        });
    bool const taken = try_take();
    if (taken) readers_.count_in();
    return taken;
}

// The same, and waits if need be.
template <typename Moment>
bool rwlock_object::enter_until(typename Moment::time_point moment) noexcept {
    auto const take = [&] { return lock_.try_lock_shared_until(moment); };
    if (!prefers_writers())
        return readers_.enter(lab05::until<Moment, lab05::nt_ticks>(moment).end(), take);
    bool const taken = take();
    if (taken) readers_.count_in();
    return taken;
}

} // namespace kev::interpose
