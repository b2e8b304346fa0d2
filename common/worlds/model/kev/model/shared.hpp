/// @file
/// Plain data of the model world: every access is checked for a race.
#pragma once

#include <type_traits>

#include <kev/checker/operations.hpp>
#include <kev/checker/source_place.hpp>
#include <kev/model/bits.hpp>

namespace kev::inline model {

/// Data that a lock protects. Two accesses that nothing orders, one of them a write, end the run with
/// a report that names both.
template <typename T>
class shared {
    static_assert(modeled<T>, "the checker keeps values of at most 8 plain bytes");

public:
    constexpr shared(checker::source_place where = checker::source_place::current()) noexcept
        : shared(T{}, nullptr, where) {}
    constexpr explicit shared(
        T initial, char const* name = nullptr,
        checker::source_place where = checker::source_place::current()) noexcept
        : value_(initial) {
        if (!std::is_constant_evaluated()) checker::make_plain(this, to_bits(initial), name, where);
    }
    shared(shared const&) = delete;
    shared& operator=(shared const&) = delete;

    T read(checker::source_place where = checker::source_place::current()) const noexcept {
        return from_bits<T>(checker::read_plain(this, to_bits(value_), where));
    }
    void write(T value, checker::source_place where = checker::source_place::current()) noexcept {
        std::uint64_t outside = to_bits(value_);
        checker::write_plain(this, outside, to_bits(value), where);
        value_ = from_bits<T>(outside);
    }

private:
    T value_; // outside a run; inside, the checker has it
};

} // namespace kev::inline model
