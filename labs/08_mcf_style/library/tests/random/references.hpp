/// @file
/// What a mutex, a condition variable, a once flag and a semaphore are, in a few lines each: the locks are
/// compared with these after every call.
///
/// All threads of a model are one, and a step ends where the next atomic operation begins. So a reference
/// is plain data; it is changed in the same step in which a call returns, or begins. An operation that may
/// fail is allowed to if another thread was between the beginning of its lock and the end of its unlock
/// at some time during the attempt. Where loads may be stale it may always fail: its first look may be an old
/// one, and C++ allows try_lock() that.
#pragma once

#include <algorithm>

#include <kev/checker/scenario.hpp>

namespace kev::random_programs {

using checker::require;

/// The owner of the mutex, and the threads that use it.
class mutex_reference {
public:
    /// To be asked before an attempt, and again when it has failed.
    struct moment {
        int busy;
        int arrivals;
    };
    moment look() const noexcept { return {busy_, arrivals_}; }
    void comes() noexcept {
        ++busy_;
        ++arrivals_;
    }
    void goes() noexcept { --busy_; }

    void acquired(int thread) {
        require(owner_ == 0, "a mutex has one owner at a time");
        owner_ = thread;
    }
    void released(int thread) {
        require(owner_ == thread, "no thread took the mutex away from its owner");
        owner_ = 0;
    }
    void failed(moment before) const {
        require(before.busy > 1 || arrivals_ > before.arrivals,
                "an attempt fails only if another thread was there");
    }

private:
    int owner_ = 0;
    int busy_ = 0;
    int arrivals_ = 0;
};

/// The number of waiters, and of wake-ups that are due. Threads change it while they own the mutex. A waiter with a
/// time limit may have left already and be on its way to the mutex, unknown to the notifier; so there are two counts.
class condition_reference {
public:
    void waits(bool timed) noexcept { ++(timed ? timed_ : patient_); }
    void notified(int most) noexcept {
        allowed_ = std::min(allowed_ + most, patient_ + timed_);
        owed_ = std::min(owed_ + std::max(most - timed_, 0), patient_);
    }
    void woken(bool timed) {
        // The model's table has four slots, so a wait may end for no reason (condition_variable.hpp).
        allowed_ = std::max(allowed_ - 1, 0);
        owed_ = std::max(owed_ - 1, 0); // a later waiter may take the wake-up of an earlier waiter
        leaves(timed);
    }
    void timed_out() noexcept { leaves(true); }
    bool somebody_is_owed() const noexcept { return owed_ > 0; }

private:
    void leaves(bool timed) noexcept {
        --(timed ? timed_ : patient_);
        allowed_ = std::min(allowed_, patient_ + timed_);
    }

    int patient_ = 0;
    int timed_ = 0;
    int allowed_ = 0; ///< at most so many may still wake
    int owed_ = 0;    ///< at least so many of the patient ones must
};

/// Whether an initialization runs, and whether it is done.
class once_reference {
public:
    void begun() {
        require(!done_ && !begun_, "one thread at a time initializes, and none when it is done");
        begun_ = true;
    }
    void ended(bool done) noexcept {
        begun_ = false;
        done_ = done;
    }
    void passed() const { require(done_, "a thread that passes finds it done"); }

private:
    bool begun_ = false;
    bool done_ = false;
};

/// The permits that were given and not yet taken. A giver counts before it gives, a taker when it has taken.
class semaphore_reference {
public:
    explicit semaphore_reference(int permits = 0) noexcept : free_(permits) {}
    void given(int permits) noexcept { free_ += permits; }
    void taken() {
        require(free_ > 0, "no permit is taken that was not given");
        --free_;
    }
    int free() const noexcept { return free_; }

private:
    int free_ = 0;
};

} // namespace kev::random_programs
