/// @file
/// Mutexes: two counters that are equal whenever the mutex is free.
#pragma once

#include <concepts>
#include <cstdint>

#include <kev/soak/subject.hpp>

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

} // namespace kev::soak
