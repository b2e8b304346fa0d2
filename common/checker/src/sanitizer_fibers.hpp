// Calls that tell the sanitizers about stacks that they have not made. Without a sanitizer every
// function here is empty.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEV_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define KEV_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define KEV_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define KEV_TSAN 1
#endif

#if defined(KEV_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(KEV_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace kev::checker::sanitizer {

// A stack that is about to be used afresh: forget what the abandoned frames had marked.
inline void forget([[maybe_unused]] void* stack, [[maybe_unused]] std::size_t size) noexcept {
#if defined(KEV_ASAN)
    __asan_unpoison_memory_region(stack, size);
#endif
}

// ThreadSanitizer's identity for a fiber that starts afresh for the `starts`-th time; `old` is the one
// before. It keeps a record of the calls that are under way, and abandoned ones stay in it; but a new
// identity is costly, so a fiber gets one only now and then, long before that record is full.
inline void* fresh_thread([[maybe_unused]] void* old, [[maybe_unused]] unsigned starts) noexcept {
#if defined(KEV_TSAN)
    if (old != nullptr && starts % 500 != 0) return old;
    if (old != nullptr) __tsan_destroy_fiber(old);
    return __tsan_create_fiber(0);
#else
    return nullptr;
#endif
}

inline void drop_thread([[maybe_unused]] void* thread) noexcept {
#if defined(KEV_TSAN)
    if (thread != nullptr) __tsan_destroy_fiber(thread);
#endif
}

inline void* this_thread() noexcept {
#if defined(KEV_TSAN)
    return __tsan_get_current_fiber();
#else
    return nullptr;
#endif
}

inline void leaving([[maybe_unused]] void** fake_stack, [[maybe_unused]] void const* stack,
                    [[maybe_unused]] std::size_t size, [[maybe_unused]] void* thread) noexcept {
#if defined(KEV_ASAN)
    __sanitizer_start_switch_fiber(fake_stack, stack, size);
#endif
#if defined(KEV_TSAN)
    __tsan_switch_to_fiber(thread, 0);
#endif
}

// `stack` and `size` receive the bounds of the stack that was left.
inline void arrived([[maybe_unused]] void* fake_stack, [[maybe_unused]] void const** stack,
                    [[maybe_unused]] std::size_t* size) noexcept {
#if defined(KEV_ASAN)
    __sanitizer_finish_switch_fiber(fake_stack, stack, size);
#endif
}

} // namespace kev::checker::sanitizer
