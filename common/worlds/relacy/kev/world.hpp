/// @file
/// The Relacy world: the names of the native one on Dmitry Vyukov's Relacy Race Detector. A second
/// opinion: another search (random), another memory model (C++11's, always weak), other code.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <type_traits>

#include <kev/checker/source_place.hpp>
#include <kev/relacy/relacy.hpp>

namespace kev::inline relacy {

using place_t = checker::source_place;

inline rl::debug_info info(place_t where) noexcept {
    return {where.function, where.file, where.line};
}

inline rl::memory_order to_relacy(std::memory_order order) noexcept {
    switch (order) {
    case std::memory_order_relaxed:
        return rl::mo_relaxed;
    case std::memory_order_consume:
        return rl::mo_consume;
    case std::memory_order_acquire:
        return rl::mo_acquire;
    case std::memory_order_release:
        return rl::mo_release;
    case std::memory_order_acq_rel:
        return rl::mo_acq_rel;
    case std::memory_order_seq_cst:
        break;
    }
    return rl::mo_seq_cst;
}

/// As std::atomic. Relacy's object is made when a run makes this one, so the class can be
/// constant-initialized as the labs want it.
template <typename T>
class atomic {
    using order_t = std::memory_order;
    static constexpr order_t strongest = std::memory_order_seq_cst;

public:
    using value_type = T;
    static constexpr bool is_always_lock_free = true;

    constexpr atomic() noexcept : atomic(T{}) {}
    constexpr atomic(T initial, char const* = nullptr) noexcept {
        if (!std::is_constant_evaluated()) object_ = new rl::atomic<T>(initial);
    }
    constexpr ~atomic() {
        if (!std::is_constant_evaluated()) delete object_;
    }
    atomic(atomic const&) = delete;
    atomic& operator=(atomic const&) = delete;

    T load(order_t order = strongest, place_t where = place_t::current()) const {
        return object_->load(to_relacy(order), info(where));
    }
    void store(T value, order_t order = strongest, place_t where = place_t::current()) {
        object_->store(value, to_relacy(order), info(where));
    }
    T exchange(T value, order_t order = strongest, place_t where = place_t::current()) {
        return object_->exchange(value, to_relacy(order), info(where));
    }
    bool compare_exchange_weak(T& expected, T desired, order_t success, order_t failure,
                               place_t where = place_t::current()) {
        return object_->compare_exchange_weak(expected, desired, to_relacy(success), info(where),
                                              to_relacy(failure), info(where));
    }
    bool compare_exchange_strong(T& expected, T desired, order_t success, order_t failure,
                                 place_t where = place_t::current()) {
        return object_->compare_exchange_strong(expected, desired, to_relacy(success), info(where),
                                                to_relacy(failure), info(where));
    }
    T fetch_add(T operand, order_t order = strongest, place_t where = place_t::current()) {
        return object_->fetch_add(operand, to_relacy(order), info(where));
    }
    T fetch_sub(T operand, order_t order = strongest, place_t where = place_t::current()) {
        return object_->fetch_sub(operand, to_relacy(order), info(where));
    }
    T fetch_and(T operand, order_t order = strongest, place_t where = place_t::current()) {
        return object_->fetch_and(operand, to_relacy(order), info(where));
    }
    T fetch_or(T operand, order_t order = strongest, place_t where = place_t::current()) {
        return object_->fetch_or(operand, to_relacy(order), info(where));
    }

private:
    // As large as T, whose parts may be keys of sleepers: what lies behind it is another object's key.
    alignas(sizeof(T) > alignof(void*) ? sizeof(T)
                                       : alignof(void*)) rl::atomic<T>* object_ = nullptr;
};

/// Reads the newest value of `word`, and acquires: what the native one promises, and no more.
template <typename T>
T read_newest(atomic<T>& word, place_t where = place_t::current()) {
    return word.fetch_add(0, std::memory_order_acquire, where);
}

/// Data that a lock protects: Relacy's own race detection.
template <typename T>
class shared {
public:
    shared() : shared(T{}) {}
    explicit shared(T initial, char const* = nullptr) { object_(info({})) = initial; }

    T read(place_t where = place_t::current()) const { return object_(info(where)); }
    void write(T value, place_t where = place_t::current()) { object_(info(where)) = value; }

private:
    rl::var<T> object_;
};

/// Time stands still, but for time-outs: each is a choice of Relacy's, and moves it to its deadline.
inline std::chrono::nanoseconds time_so_far{};

struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now() noexcept { return time_point(time_so_far); }
};

inline void relax(place_t where = place_t::current()) {
    rl::yield(1, info(where));
}
inline void yield(place_t where = place_t::current()) {
    rl::yield(1, info(where));
}

struct tally {
    std::uint64_t waits = 0;
    std::uint64_t releases = 0;
    std::uint64_t sleeps = 0;
    std::uint64_t wakes = 0;
};

/// Different in every run: what a model keeps outside the scenario starts afresh by it.
inline std::uint64_t run_number = 0;

/// The calling thread's own tally, of this run alone.
inline tally& this_thread_tally() noexcept {
    static tally each[16]; // no scenario has so many threads
    static std::uint64_t run = 0;
    if (run != run_number) {
        for (tally& one : each) one = {};
        run = run_number;
    }
    return each[rl::thread_index() % 16];
}

/// Adds one to that number of the calling thread's tally.
inline void count_call(std::uint64_t tally::*number) noexcept {
    ++(this_thread_tally().*number);
}

// Relacy knows no asymmetric fences: both halves are the fences that they stand for.
inline void asymmetric_fence_light(place_t where = place_t::current()) {
    rl::atomic_thread_fence(rl::mo_seq_cst, info(where));
}
inline void asymmetric_fence_heavy(place_t where = place_t::current()) {
    rl::atomic_thread_fence(rl::mo_seq_cst, info(where));
}
inline bool asymmetric_fence_is_free() noexcept {
    return false;
}

extern int const world_marker;

} // namespace kev::inline relacy

namespace {
[[gnu::used]] int const* const kev_only_one_world = &kev::relacy::world_marker;
} // namespace
