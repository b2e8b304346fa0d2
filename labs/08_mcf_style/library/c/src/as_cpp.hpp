// The C++ object that a C structure is.
#pragma once

#include <chrono>
#include <cstdint>
#include <type_traits>

#include <kev/event.hpp>
#include <kev/kev.h>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/latch.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

namespace kev::lab08::in_c {

template <typename C>
struct counterpart;
// C's structures have a size that no build changes, and so no room for checks.
template <>
struct counterpart<kev_mutex> : std::type_identity<mutex> {};
template <>
struct counterpart<kev_recursive_mutex> : std::type_identity<recursive_mutex> {};
template <>
struct counterpart<kev_shared_mutex> : std::type_identity<shared_mutex> {};
template <>
struct counterpart<kev_cond> : std::type_identity<condition_variable> {};
template <>
struct counterpart<kev_once_flag> : std::type_identity<once_flag> {};
template <>
struct counterpart<kev_semaphore> : std::type_identity<counting_semaphore<>> {};
template <>
struct counterpart<kev_event> : std::type_identity<event> {};
template <>
struct counterpart<kev_latch> : std::type_identity<latch> {};
static_assert(event::set_bit == 1, "KEV_LATCH_INIT(0) writes it");

// C has written zeros, or the number of a semaphore or a latch, where the C++ object's first member is; both are what a
// constructor would have written. The standard knows of no object there, as no constructor has run. It works
// with the compilers at hand because C never reads the words, and what C++ reads of them are plain numbers.
template <typename C>
typename counterpart<C>::type& as_cpp(C* object) noexcept {
    using type = typename counterpart<C>::type;
    static_assert(sizeof(type) == sizeof(C) && alignof(type) == alignof(C));
    static_assert(std::is_standard_layout_v<type> && std::is_trivially_destructible_v<type>);
    return *reinterpret_cast<type*>(object);
}

inline std::chrono::nanoseconds interval(std::int64_t nanoseconds) noexcept {
    return std::chrono::nanoseconds(nanoseconds);
}

using moment_t = std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>;

inline moment_t moment(std::int64_t unix_nanoseconds) noexcept {
    return moment_t(std::chrono::nanoseconds(unix_nanoseconds));
}

} // namespace kev::lab08::in_c
