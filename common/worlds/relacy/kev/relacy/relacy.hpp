/// @file
/// Relacy without its macros: they rename `new`, `assert` and the memory orders, and define `$`.
#pragma once

// clang-format off: the order is Relacy's own
#include <relacy/atomic.hpp>
#include <relacy/atomic_fence.hpp>
#include <relacy/backoff.hpp>
#include <relacy/base.hpp>
#include <relacy/context.hpp>
#include <relacy/context_base_impl.hpp>
#include <relacy/dyn_thread.hpp>
#include <relacy/stdlib/condition_variable.hpp>
#include <relacy/stdlib/event.hpp>
#include <relacy/stdlib/mutex.hpp>
#include <relacy/stdlib/semaphore.hpp>
#include <relacy/test_suite.hpp>
#include <relacy/thread_local.hpp>
#include <relacy/var.hpp>
// clang-format on
#undef $

// Relacy replaces the global operator new and delete; C++14 added a delete that is told the size.
inline void operator delete(void* memory, std::size_t) noexcept {
    ::operator delete(memory);
}
inline void operator delete[](void* memory, std::size_t) noexcept {
    ::operator delete[](memory);
}
