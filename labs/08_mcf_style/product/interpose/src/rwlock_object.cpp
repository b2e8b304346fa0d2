#include "rwlock_object.hpp"

#include "posix_time.hpp"
#include "report.hpp"
#include "shared_owners.hpp"
#include "thread_number.hpp"

#include <cerrno>
#include <new>

namespace kev::interpose {

void rwlock_object::begin() noexcept {
    new (&lock_) lock_type;
    generation_.begin();
    writer_.store(0, std::memory_order_relaxed); // relaxed: no other thread knows the lock yet
    shared_ = 0;
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
    if (is_shared_again()) return 0;
    if (is_written_by_me()) return EDEADLK;
    lock_.lock_shared();
    return now_shared();
}

int rwlock_object::try_lock_shared() noexcept {
    be_ready();
    if (is_shared_again()) return 0;
    return lock_.try_lock_shared() ? now_shared() : EBUSY;
}

int rwlock_object::lock_shared_until(clockid_t clock, timespec const& moment) noexcept {
    be_ready();
    if (is_shared_again()) return 0;
    if (lock_.try_lock_shared()) return now_shared();
    if (!is_moment(moment)) return EINVAL;
    if (is_written_by_me()) return EDEADLK;
    bool const owned =
        with_moment(clock, moment, [this](auto end) { return lock_.try_lock_shared_until(end); });
    return owned ? now_shared() : ETIMEDOUT;
}

int rwlock_object::unlock() noexcept {
    be_ready();
    if (is_written_by_me()) {
        // relaxed: only the writer concludes anything from finding its own number here.
        writer_.store(0, std::memory_order_relaxed);
        lock_.unlock();
        return 0;
    }
    shared_owner* const note = shared_owner::find(*this);
    if (note == nullptr || note->unlock()) lock_.unlock_shared();
    return 0;
}

void rwlock_object::make_anew_with_this_reader() noexcept {
    new (&lock_) lock_type;
    lock_.lock_shared();
    generation_.begin();
}

// In the child of a fork(), of a lock that its only thread does not own as a reader.
void rwlock_object::be_ready() noexcept {
    generation_.repair([this] {
        new (&lock_) lock_type;
        // relaxed: no thread changes it meanwhile.
        if (writer_.load(std::memory_order_relaxed) != 0) lock_.lock();
    });
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

int rwlock_object::now_shared() noexcept {
    count(counted::shared_locks);
    shared_owner::add(*this);
    return 0;
}

bool rwlock_object::is_shared_again() noexcept {
    shared_owner* const note = shared_owner::find(*this);
    if (note != nullptr) note->lock_again();
    return note != nullptr;
}

} // namespace kev::interpose
