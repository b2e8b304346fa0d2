/// @file
/// The atomic object of the native world.
#pragma once

#include <atomic>

namespace kev::inline native {

/// An atomic object. It is std::atomic, and may be given a name, which only the model world keeps:
/// there a schedule says "m.word" and not an address.
template <typename T>
class atomic : public std::atomic<T> {
public:
    // Not inherited in every compiler's eyes, and no longer implicit, as there is another constructor below.
    constexpr atomic() noexcept = default;
    using std::atomic<T>::atomic;
    using std::atomic<T>::operator=;
    constexpr atomic(T initial, char const* /*name*/) noexcept : std::atomic<T>(initial) {}
};

} // namespace kev::inline native
