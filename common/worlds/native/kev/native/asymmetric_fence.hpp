/// @file
/// The inline half of the asymmetric fences that world.hpp declares.
#pragma once

#include <atomic>

namespace kev::inline native {

namespace detail {
// Set once by the platform's source file, before static objects of the program are made. A reader that
// comes even earlier sees false and pays for a real fence, which is right beside either form of the
// heavy half. Not atomic, because nobody else runs yet; and with an atomic one the compiler needs an
// instruction more in every light half.
extern bool asymmetric_fence_free;
} // namespace detail

inline bool asymmetric_fence_is_free() noexcept {
    return detail::asymmetric_fence_free;
}

inline void asymmetric_fence_light() noexcept {
    if (detail::asymmetric_fence_free) [[likely]] {
        // Order for the compiler only: the processor is made to order by the heavy half.
        std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
        std::atomic_thread_fence(std::memory_order_seq_cst);
    }
}

} // namespace kev::inline native
