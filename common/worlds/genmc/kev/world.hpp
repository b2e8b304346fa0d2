/// @file
/// The GenMC world: the names of the native one for GenMC, which explores every execution that RC11 allows. GenMC reads
/// what clang makes of a program before any optimization. So an atomic operation is here one instruction of LLVM, and
/// what a lock protects is a plain variable, on which GenMC looks for data races.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace kev::inline genmc {

/// As std::atomic, in clang's own operations: GenMC knows no function of the library.
template <typename T>
class atomic {
    using order_t = std::memory_order;
    static constexpr order_t strongest = std::memory_order_seq_cst;

public:
    using value_type = T;
    static constexpr bool is_always_lock_free = true;

    constexpr atomic() noexcept = default;
    constexpr atomic(T initial, char const* /*name*/ = nullptr) noexcept : value_(initial) {}
    atomic(atomic const&) = delete;
    atomic& operator=(atomic const&) = delete;

    [[gnu::always_inline]] T load(order_t order = strongest) const noexcept {
        return __atomic_load_n(&value_, static_cast<int>(order));
    }
    [[gnu::always_inline]] void store(T value, order_t order = strongest) noexcept {
        __atomic_store_n(&value_, value, static_cast<int>(order));
    }
    [[gnu::always_inline]] T exchange(T value, order_t order = strongest) noexcept {
        return __atomic_exchange_n(&value_, value, static_cast<int>(order));
    }
    [[gnu::always_inline]] bool compare_exchange_weak(T& expected, T desired, order_t success,
                                                      order_t failure) noexcept {
        return compare_exchange_strong(expected, desired, success, failure);
    }
    [[gnu::always_inline]] bool compare_exchange_strong(T& expected, T desired, order_t success,
                                                        order_t failure) noexcept {
        return __atomic_compare_exchange_n(&value_, &expected, desired, false,
                                           static_cast<int>(success), static_cast<int>(failure));
    }
    [[gnu::always_inline]] T fetch_add(T operand, order_t order = strongest) noexcept {
        return __atomic_fetch_add(&value_, operand, static_cast<int>(order));
    }
    [[gnu::always_inline]] T fetch_sub(T operand, order_t order = strongest) noexcept {
        return __atomic_fetch_sub(&value_, operand, static_cast<int>(order));
    }
    [[gnu::always_inline]] T fetch_and(T operand, order_t order = strongest) noexcept {
        return __atomic_fetch_and(&value_, operand, static_cast<int>(order));
    }
    [[gnu::always_inline]] T fetch_or(T operand, order_t order = strongest) noexcept {
        return __atomic_fetch_or(&value_, operand, static_cast<int>(order));
    }

private:
    T value_{};
};

/// Reads the newest value of `word`, and acquires: what the native one promises, and no more.
template <typename T>
T read_newest(atomic<T>& word) noexcept {
    return word.fetch_add(0, std::memory_order_acquire);
}

/// Data that a lock protects.
template <typename T>
class shared {
public:
    constexpr shared() noexcept = default;
    constexpr explicit shared(T initial, char const* /*name*/ = nullptr) noexcept
        : value_(initial) {}

    T read() const noexcept { return value_; }
    void write(T value) noexcept { value_ = value; }

private:
    T value_{};
};

/// No time passes, and no case has a time limit.
struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now() noexcept { return {}; }
};

/// A loop that only looks is told by GenMC itself.
inline void relax() noexcept {}
inline void yield() noexcept {}

struct tally {
    std::uint64_t waits = 0;
    std::uint64_t releases = 0;
    std::uint64_t sleeps = 0;
    std::uint64_t wakes = 0;
};
inline void count_call(std::uint64_t tally::* /*number*/) noexcept {}

// As in the Relacy world: both halves are the fences that they stand for.
inline void asymmetric_fence_light() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline void asymmetric_fence_heavy() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline bool asymmetric_fence_is_free() noexcept {
    return false;
}

} // namespace kev::inline genmc
