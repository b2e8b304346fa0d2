// The turns of a crowd (kev/bench/crowd.hpp) with the types around the mutex. Unless its class says otherwise, a thread
// keeps what it took for ten pauses of the processor.
#pragma once

#include <kev/bench/crowd.hpp>
#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace kev::bench {

inline void ten_pauses() noexcept {
    for (int i = 0; i < 10; ++i) kev::relax();
}

// One turn in `one_in` writes, or none if it is 0; the others read.
template <typename Lock>
class readers_and_writers {
public:
    explicit readers_and_writers(std::uint64_t one_in) : one_in_(one_in) {}

    bool turn(std::size_t thread, std::uint64_t number, wait_times& waits) {
        if (one_in_ != 0 && (number + thread) % one_in_ == 0) {
            write(waits);
        } else {
            read(waits);
        }
        return true;
    }

    void check(std::uint64_t /*turns*/) const {
        // relaxed: the threads were joined.
        expect(!torn_.load(std::memory_order_relaxed), "a reader saw half a write");
        expect(first_ == second_, "two writers were inside");
    }

private:
    void write(wait_times& waits) {
        waits.measure([this] { return lock_.try_lock(); }, [this] { lock_.lock(); });
        first_ = first_ + 1;
        ten_pauses();
        second_ = second_ + 1;
        lock_.unlock();
    }

    void read(wait_times& waits) {
        waits.measure([this] { return lock_.try_lock_shared(); }, [this] { lock_.lock_shared(); });
        // relaxed: it is read when all threads were joined.
        if (first_ != second_) torn_.store(true, std::memory_order_relaxed);
        ten_pauses();
        lock_.unlock_shared();
    }

    std::uint64_t one_in_;
    alignas(128) Lock lock_{};
    alignas(128) std::uint64_t first_ = 0;
    std::uint64_t second_ = 0;
    std::atomic<bool> torn_{false};
};

template <typename Semaphore>
class two_permits {
public:
    bool turn(std::size_t /*thread*/, std::uint64_t /*number*/, wait_times& waits) {
        waits.measure([this] { return semaphore_.try_acquire(); },
                      [this] { semaphore_.acquire(); });
        // relaxed, all three: only the number counts, and the verdict is read after the end of all threads.
        if (inside_.fetch_add(1, std::memory_order_relaxed) >= permits)
            too_many_.store(true, std::memory_order_relaxed);
        ten_pauses();
        inside_.fetch_sub(1, std::memory_order_relaxed);
        semaphore_.release();
        return true;
    }

    void check(std::uint64_t /*turns*/) const {
        // relaxed: the threads were joined.
        expect(!too_many_.load(std::memory_order_relaxed), "more threads inside than permits");
    }

private:
    static constexpr int permits = 2;

    alignas(128) Semaphore semaphore_{permits};
    alignas(128) std::atomic<int> inside_{0};
    std::atomic<bool> too_many_{false};
};

// A number that a lock guards.
template <typename Lock>
class guarded_number {
public:
    void check(std::uint64_t turns) const { expect(number_ == turns, "the lock did not exclude"); }

protected:
    alignas(128) Lock lock_{};
    alignas(128) std::uint64_t number_ = 0;
};

template <typename Lock>
class one_at_a_time : public guarded_number<Lock> {
    using guarded_number<Lock>::lock_;
    using guarded_number<Lock>::number_;

public:
    bool turn(std::size_t /*thread*/, std::uint64_t /*number*/, wait_times& waits) {
        waits.measure([this] { return lock_.try_lock(); }, [this] { lock_.lock(); });
        number_ = number_ + 1;
        ten_pauses();
        lock_.unlock();
        return true;
    }
};

// Attempts with a time limit that is never reached: the price of the limit. The clock is read in each turn.
template <typename Lock>
class attempts_in_time : public guarded_number<Lock> {
    using guarded_number<Lock>::lock_;
    using guarded_number<Lock>::number_;

public:
    bool turn(std::size_t /*thread*/, std::uint64_t /*number*/, wait_times& waits) {
        if (!waits.measure([this] { return lock_.try_lock_for(std::chrono::seconds(10)); }))
            return false;
        number_ = number_ + 1;
        ten_pauses();
        lock_.unlock();
        return true;
    }
};

// Attempts with a time limit, of which about one in ten comes to its limit: one turn in 64 sleeps with the lock, as a thread
// that waits for a disk, for more than twice as long as the others try. An attempt in vain is a wait, too.
template <typename Lock>
class attempts_in_vain : public guarded_number<Lock> {
    using guarded_number<Lock>::lock_;
    using guarded_number<Lock>::number_;

public:
    bool turn(std::size_t thread, std::uint64_t number, wait_times& waits) {
        bool const taken = waits.measure([this] { return lock_.try_lock_for(limit); });
        if (taken) {
            number_ = number_ + 1;
            if ((number + 16 * thread) % 64 == 0) std::this_thread::sleep_for(5 * limit / 2);
            work(inside);
            lock_.unlock();
        }
        work(2 * inside);
        return taken;
    }

private:
    static constexpr std::chrono::microseconds limit{400};
    static constexpr int inside = 10'000; // additions, some microseconds; twice as many outside
};

} // namespace kev::bench
