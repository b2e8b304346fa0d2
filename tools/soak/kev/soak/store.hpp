/// @file
/// Condition variables: a small store that things are put into and taken from.
#pragma once

#include <concepts>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include <kev/soak/subject.hpp>

namespace kev::soak {

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

} // namespace kev::soak
