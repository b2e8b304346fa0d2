/// @file
/// Atomic objects of the model world: every operation is a step of the checker.
#pragma once

#include <atomic>
#include <type_traits>

#include <kev/checker/operations.hpp>
#include <kev/checker/source_place.hpp>
#include <kev/model/bits.hpp>

namespace kev::inline model {

/// The order of a compare-exchange that fails, if only the other is given: without its release.
constexpr std::memory_order failure_order(std::memory_order success) noexcept {
    if (success == std::memory_order_acq_rel) return std::memory_order_acquire;
    if (success == std::memory_order_release) return std::memory_order_relaxed;
    return success;
}

/// As std::atomic, with a name for the schedule. It has no operators: in the labs every operation
/// states its order. The object is as large as T, because a lab's layout is part of its lesson; its
/// history is kept by the checker, under its address.
template <typename T>
class atomic {
    static_assert(modeled<T>, "the checker keeps values of at most 8 plain bytes");
    using where_t = checker::source_place;
    using order_t = std::memory_order;
    static constexpr order_t strongest = std::memory_order_seq_cst;
    static constexpr unsigned bits = 8 * sizeof(T); // NOLINT(bugprone-sizeof-expression): any T

public:
    using value_type = T;
    static constexpr bool is_always_lock_free = true;

    constexpr atomic(where_t where = where_t::current()) noexcept : atomic(T{}, nullptr, where) {}
    constexpr atomic(T initial, char const* name = nullptr,
                     where_t where = where_t::current()) noexcept
        : value_(initial) {
        if (!std::is_constant_evaluated())
            checker::make_atomic(this, to_bits(initial), name, where);
    }
    atomic(atomic const&) = delete;
    atomic& operator=(atomic const&) = delete;

    bool is_lock_free() const noexcept { return true; }

    T load(order_t order = strongest, where_t where = where_t::current()) const noexcept {
        return from_bits<T>(checker::load(this, to_bits(value_), order, where));
    }

    void store(T value, order_t order = strongest, where_t where = where_t::current()) noexcept {
        std::uint64_t outside = to_bits(value_);
        checker::store(this, outside, to_bits(value), order, where);
        value_ = from_bits<T>(outside);
    }

    T exchange(T value, order_t order = strongest, where_t where = where_t::current()) noexcept {
        return modify(checker::modify::exchange, to_bits(value), order, where);
    }

    bool compare_exchange_weak(T& expected, T desired, order_t success, order_t failure,
                               where_t where = where_t::current()) noexcept {
        return compare(expected, desired, true, success, failure, where);
    }
    bool compare_exchange_weak(T& expected, T desired, order_t order = strongest,
                               where_t where = where_t::current()) noexcept {
        return compare(expected, desired, true, order, failure_order(order), where);
    }
    bool compare_exchange_strong(T& expected, T desired, order_t success, order_t failure,
                                 where_t where = where_t::current()) noexcept {
        return compare(expected, desired, false, success, failure, where);
    }
    bool compare_exchange_strong(T& expected, T desired, order_t order = strongest,
                                 where_t where = where_t::current()) noexcept {
        return compare(expected, desired, false, order, failure_order(order), where);
    }

    T fetch_add(T operand, order_t order = strongest,
                where_t where = where_t::current()) noexcept requires std::is_integral_v<T> {
        return modify(checker::modify::add, to_bits(operand), order, where);
    }
    T fetch_sub(T operand, order_t order = strongest,
                where_t where = where_t::current()) noexcept requires std::is_integral_v<T> {
        return modify(checker::modify::subtract, to_bits(operand), order, where);
    }
    T fetch_and(T operand, order_t order = strongest,
                where_t where = where_t::current()) noexcept requires std::is_integral_v<T> {
        return modify(checker::modify::bit_and, to_bits(operand), order, where);
    }
    T fetch_or(T operand, order_t order = strongest,
               where_t where = where_t::current()) noexcept requires std::is_integral_v<T> {
        return modify(checker::modify::bit_or, to_bits(operand), order, where);
    }
    T fetch_xor(T operand, order_t order = strongest,
                where_t where = where_t::current()) noexcept requires std::is_integral_v<T> {
        return modify(checker::modify::bit_xor, to_bits(operand), order, where);
    }

private:
    T modify(checker::modify how, std::uint64_t operand, order_t order, where_t where) noexcept {
        std::uint64_t outside = to_bits(value_);
        std::uint64_t const before =
            checker::read_modify_write(this, outside, how, operand, bits, order, where);
        value_ = from_bits<T>(outside);
        return from_bits<T>(before);
    }

    bool compare(T& expected, T desired, bool weak, order_t success, order_t failure,
                 where_t where) noexcept {
        std::uint64_t outside = to_bits(value_);
        std::uint64_t wanted = to_bits(expected);
        bool const done = checker::compare_exchange(this, outside, wanted, to_bits(desired), weak,
                                                    success, failure, where);
        value_ = from_bits<T>(outside);
        if (!done) expected = from_bits<T>(wanted);
        return done;
    }

    T value_; // outside a run; inside, the checker has it
};

} // namespace kev::inline model
