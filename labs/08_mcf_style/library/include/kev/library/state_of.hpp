/// @file
/// The word of a lock, as the library's checks and interfaces look at it. Users have no need of it.
#pragma once

#include <type_traits>

#include <kev/lab08/sleep.hpp>

namespace kev::library {

/// The word of an object of this lab, which is its first member.
template <typename Type>
lab08::atomic_state& word_of(Type& object) noexcept {
    static_assert(std::is_standard_layout_v<Type> && sizeof(Type) >= sizeof(lab08::atomic_state));
    return reinterpret_cast<lab08::atomic_state&>(object);
}

/// Its state: a racy snapshot.
template <typename Type>
lab08::state_t state_of(Type const& object) noexcept {
    static_assert(std::is_standard_layout_v<Type> && sizeof(Type) >= sizeof(lab08::atomic_state));
    // relaxed: orders nothing, as the caller decides nothing by it that needs an order.
    return reinterpret_cast<lab08::atomic_state const&>(object).load(std::memory_order_relaxed);
}

} // namespace kev::library
