/// @file
/// What is done with a lock, and what must be true afterwards: mutexes with two counters that are equal whenever the mutex
/// is free; condition variables with a small store; semaphores; and rows of gates, once flags and events.
#pragma once

#include <array>
#include <concepts>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include <kev/event.hpp>
#include <kev/lab05/timed_gate.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/semaphore.hpp>
#include <kev/soak/round.hpp>

namespace kev::soak {

template <typename Lock>
concept timed = requires(Lock& lock) {
    { lock.try_lock_for(std::chrono::microseconds(1)) } -> std::same_as<bool>;
};

template <typename Lock>
concept shareable = requires(Lock& lock) {
    lock.lock_shared();
    lock.unlock_shared();
};

template <typename Lock>
concept timed_shareable = requires(Lock& lock) {
    { lock.try_lock_shared_for(std::chrono::microseconds(1)) } -> std::same_as<bool>;
};

/// Any Lockable; its time limits and its shared side too, if it has them.
template <typename Lock, bool Recursive = false>
class guarded final : public subject {
public:
    void turn(worker& self) override {
        if constexpr (shareable<Lock>)
            if (self.random.one_in(2)) return read(self);
        if (!take(self)) return;
        self.says("inside");
        write(self);
        if constexpr (Recursive) {
            if (self.random.one_in(2) && lock_.try_lock()) {
                write(self);
                lock_.unlock();
            }
        }
        self.says("in unlock");
        lock_.unlock();
        self.says("outside");
    }

    std::string verdict() override {
        if (first_ != second_) return "the two counters differ";
        if (first_ != written_) return "a change is lost";
        return free() ? "" : "the lock is not free in the end: " + words();
    }

    std::string words() const override { return words_of(&lock_, sizeof lock_); }

private:
    bool take(worker& self) {
        if (self.may_give_up()) {
            if (self.random.one_in(2)) {
                self.says("in try_lock");
                return self.attempt(lock_.try_lock());
            }
            if constexpr (timed<Lock>) {
                self.says("in try_lock_for");
                return self.attempt(lock_.try_lock_for(self.limit()));
            }
        }
        self.says("in lock");
        lock_.lock();
        return self.attempt(true);
    }

    void write(worker& self) {
        if (first_ != second_) complain("a writer saw the counters differ");
        ++first_;
        self.dawdle();
        ++second_;
        // relaxed: a count of its own; the comparison comes when all have ended.
        written_.fetch_add(1, std::memory_order_relaxed);
    }

    void read(worker& self) {
        if constexpr (timed_shareable<Lock>) {
            if (self.may_give_up()) {
                self.says("in try_lock_shared_for");
                if (!self.attempt(lock_.try_lock_shared_for(self.limit()))) return;
                return look(self);
            }
        }
        if constexpr (shareable<Lock>) {
            self.says("in lock_shared");
            lock_.lock_shared();
            look(self);
        }
    }

    void look(worker& self) {
        std::uint64_t const before = first_;
        self.dawdle();
        if (first_ != before || second_ != before) complain("a reader saw a change");
        self.says("in unlock_shared");
        if constexpr (shareable<Lock>) lock_.unlock_shared();
        self.says("outside");
    }

    bool free() {
        if (!lock_.try_lock()) return false;
        lock_.unlock();
        return true;
    }

    Lock lock_;
    std::uint64_t first_ = 0;
    std::uint64_t second_ = 0;
    std::atomic<std::uint64_t> written_{0};
};

template <typename Condvar, typename Lock>
concept times_out = requires(Condvar& condvar, Lock& lock) {
    { condvar.wait_for(lock, std::chrono::microseconds(1)) } -> std::same_as<std::cv_status>;
};

/// Each thread puts a number in and takes one out. If all were about to put, as many were taken as were
/// put, so the store is empty; if all were about to take, it holds something. So no thread waits for ever.
template <typename Condvar, typename Mutex>
class store final : public subject {
    using unique_lock = std::unique_lock<Mutex>;
    static constexpr unsigned room = 2;

public:
    void turn(worker& self) override {
        std::uint64_t const thing = self.random.next();
        put(self, thing);
        self.dawdle();
        take(self);
        self.says("outside");
    }

    std::string verdict() override {
        if (filled_ != 0) return "something is left in the store";
        return put_ == taken_ ? "" : "what was taken is not what was put";
    }

    std::string words() const override {
        return "mutex " + words_of(&mutex_, sizeof mutex_) + ", not full " +
               words_of(&not_full_, sizeof not_full_) + ", not empty " +
               words_of(&not_empty_, sizeof not_empty_) + ", in the store " +
               std::to_string(filled_);
    }

private:
    void put(worker& self, std::uint64_t thing) {
        self.says("about to put");
        unique_lock lock(mutex_);
        wait(self, not_full_, lock, [this] { return filled_ < room; });
        if (filled_ >= room) complain("a thread put something into a full store");
        things_[filled_++ % room] = thing;
        put_ += thing;
        self.says("notifies a taker");
        notify(self, not_empty_, lock);
    }

    void take(worker& self) {
        self.says("about to take");
        unique_lock lock(mutex_);
        wait(self, not_empty_, lock, [this] { return filled_ > 0; });
        if (filled_ == 0) return complain("a thread took something from an empty store");
        taken_ += things_[--filled_ % room];
        self.says("notifies a putter");
        notify(self, not_full_, lock);
    }

    template <typename Condition>
    void wait(worker& self, Condvar& condvar, unique_lock& lock, Condition holds) {
        while (!holds()) {
            if constexpr (times_out<Condvar, unique_lock>) {
                if (self.may_give_up()) {
                    self.says("in wait_for");
                    self.attempt(condvar.wait_for(lock, self.limit()) ==
                                 std::cv_status::no_timeout);
                    continue;
                }
            }
            self.says("in wait");
            condvar.wait(lock);
        }
    }

    void notify(worker& self, Condvar& condvar, unique_lock& lock) {
        bool const outside = self.random.one_in(2);
        if (outside) lock.unlock();
        self.random.one_in(4) ? condvar.notify_all() : condvar.notify_one();
        self.attempt(true);
        if (!outside) lock.unlock();
    }

    Mutex mutex_;
    Condvar not_full_;
    Condvar not_empty_;
    std::uint64_t things_[room] = {};
    unsigned filled_ = 0;
    std::uint64_t put_ = 0;
    std::uint64_t taken_ = 0;
};

/// Never more threads inside than there are permits, and all permits there in the end.
template <typename Semaphore>
class permits final : public subject {
    static constexpr int all = 2;

public:
    void turn(worker& self) override {
        if (!take(self)) return;
        self.says("inside");
        // relaxed: only their number is looked at.
        if (inside_.fetch_add(1, std::memory_order_relaxed) >= all)
            complain("more threads inside than permits");
        self.dawdle();
        inside_.fetch_sub(1, std::memory_order_relaxed); // relaxed: as above
        self.says("in release");
        semaphore_.release();
        self.says("outside");
    }

    std::string verdict() override {
        std::string const before = words();
        int free = 0;
        while (free <= all && semaphore_.try_acquire()) ++free;
        return free == all ? "" : "a permit is lost or was made: " + before;
    }
    std::string words() const override { return words_of(&semaphore_, sizeof semaphore_); }

private:
    bool take(worker& self) {
        if (self.may_give_up()) {
            self.says("in try_acquire_for");
            return self.attempt(semaphore_.try_acquire_for(self.limit()));
        }
        self.says("in acquire");
        semaphore_.acquire();
        return self.attempt(true);
    }

    Semaphore semaphore_{all};
    std::atomic<int> inside_{0};
};

/// A long row of objects that are used up one by one: thread after thread comes to the first that is new.
template <typename Thing>
class row final : public subject {
    static constexpr std::size_t length = 32'768;

public:
    void turn(worker& self) override {
        // relaxed: the objects themselves order what is done with them.
        std::size_t const place = next_.load(std::memory_order_relaxed);
        if (place >= length) return self.dawdle(); // all used up: the round ends soon
        char const* const wrong = (*things_)[place].use(self);
        if (wrong != nullptr) complain(wrong);
        // relaxed: this only sends later threads to the next object.
        std::size_t seen = place;
        next_.compare_exchange_strong(seen, place + 1, std::memory_order_relaxed,
                                      std::memory_order_relaxed);
    }

    std::string verdict() override {
        for (std::size_t place = 0; place < next_; ++place)
            if (!(*things_)[place].good())
                return "number " + std::to_string(place) + " is not done";
        return "";
    }
    std::string words() const override {
        // relaxed: only shown.
        std::size_t const place = next_.load(std::memory_order_relaxed);
        if (place >= length) return "all used up";
        return "number " + std::to_string(place) + ": " +
               words_of(&(*things_)[place], sizeof(Thing));
    }

private:
    std::unique_ptr<std::array<Thing, length>> things_ =
        std::make_unique<std::array<Thing, length>>();
    std::atomic<std::size_t> next_{0};
};

/// Done exactly once, though attempts fail.
struct done_once {
    lab08::once_flag flag;
    int done = 0;

    char const* use(worker& self) {
        self.says("in call_once");
        try {
            lab08::call_once(flag, [&] {
                self.dawdle();
                if (self.random.one_in(4)) throw std::runtime_error("this attempt fails");
                ++done;
            });
            self.attempt(true);
        } catch (std::runtime_error const&) {
            self.attempt(false);
            return use(self);
        }
        return done == 1 ? nullptr : "one that passed does not see it done once";
    }
    bool good() const { return done == 1; }
};

/// The first to come sets it; all others wait. Gives up now and then, and comes again.
struct set_once {
    kev::event is_set;
    std::atomic<bool> taken{false};
    int value = 0;

    char const* use(worker& self) {
        // relaxed: one of them is the first; the event orders the rest.
        if (!taken.exchange(true, std::memory_order_relaxed)) {
            self.dawdle();
            value = 1;
            self.says("in set");
            is_set.set();
        } else {
            self.says("in event.wait_for");
            while (self.may_give_up() && !self.attempt(is_set.wait_for(self.limit()))) {
            }
            self.says("in event.wait");
            is_set.wait();
        }
        self.attempt(true);
        return value == 1 ? nullptr : "one that passed does not see what was written before";
    }
    bool good() const { return value == 1; }
};

/// A gate has one opener and one passer.
struct gate_once {
    lab05::timed_gate gate;
    std::atomic<int> came{0};
    int value = 0;

    char const* use(worker& self) {
        // relaxed: the first opens, the second passes, the others go by.
        int const number = came.fetch_add(1, std::memory_order_relaxed);
        if (number == 0) {
            self.dawdle();
            value = 1;
            self.says("in open");
            gate.open();
            return nullptr;
        }
        if (number != 1) return nullptr;
        self.says("in pass_for");
        while (!self.attempt(gate.pass_for(self.limit()))) {
        }
        return value == 1 ? nullptr : "one that passed does not see what was written before";
    }
    bool good() const { return value == 1; }
};

} // namespace kev::soak
