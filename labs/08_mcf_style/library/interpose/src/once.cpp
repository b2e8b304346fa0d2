// pthread_once. Lab 08's once flag has eight bytes and pthread_once_t has four, so this one sleeps on its own value, as
// lab 06's mutex does.
#include "chosen_lock.hpp"
#include "fork_generation.hpp"
#include "libc.hpp"
#include "report.hpp"

#include <atomic>
#include <climits>
#include <cstdint>

#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/native/futex_call.hpp>
#include <pthread.h>

// pthread.h declares these only for code without exceptions.
extern "C" {
void __pthread_register_cancel(__pthread_unwind_buf_t*);
void __pthread_unregister_cancel(__pthread_unwind_buf_t*);
[[noreturn]] void __pthread_unwind_next(__pthread_unwind_buf_t*);
}

namespace {

using namespace kev::interpose;

/// | value | meaning |
/// |---|---|
/// | 0 | not begun |
/// | 2 | done, as in glibc |
/// | 1 + 4 g | a thread of fork generation g is at it |
using once_word = kev::atomic<std::uint32_t>;
constexpr std::uint32_t not_begun = 0;
constexpr std::uint32_t done = 2;

// A thread that was at it when the process forked is not in the child, where the value then is another generation's.
std::uint32_t begun() noexcept {
    // relaxed: it changes in the child of fork(), before that has other threads.
    return 1 + 4 * fork_generation.load(std::memory_order_relaxed);
}

void wake_all(once_word& word) noexcept {
    kev::native::futex_wake(&word, INT_MAX);
}

// The one attempt. An exception or a cancellation that leaves the routine leaves it undone.
class attempt {
public:
    explicit attempt(once_word& word) noexcept : word_(word) {}
    attempt(attempt const&) = delete;
    attempt& operator=(attempt const&) = delete;
    ~attempt() {
        if (is_over_) return;
        __pthread_unregister_cancel(&frame_); // an exception has left the routine
        end(not_begun);
    }

    /// Calls the routine. Where code has no unwind tables, a cancellation runs no destructor: it jumps to the place that
    /// was registered last. Where it has tables, the cancellation comes here first, and then to the destructor. These are
    /// the calls of which pthread.h makes pthread_cleanup_push() for C.
    void make(void (*routine)()) {
        if (__sigsetjmp_cancel(frame_.__cancel_jmp_buf, 0) != 0) {
            end(not_begun);
            __pthread_unwind_next(&frame_); // the cancellation goes on
        }
        __pthread_register_cancel(&frame_);
        routine();
        __pthread_unregister_cancel(&frame_);
        end(done);
    }

private:
    void end(std::uint32_t result) noexcept {
        is_over_ = true;
        // release: O1, pairs with O2 and O3: a thread that finds it done sees what the routine has written.
        word_.store(result, std::memory_order_release); // O1
        wake_all(word_);
    }

    once_word& word_;
    __pthread_unwind_buf_t frame_{};
    bool is_over_ = false;
};

// @return whether the caller has to do it now
bool begin(once_word& word) noexcept {
    for (;;) {
        // acquire: O2, pairs with O1.
        std::uint32_t found = word.load(std::memory_order_acquire); // O2
        if (found == done) return false;
        if (found == begun()) {
            kev::lab06::on_futex::wait(word, found);
            count_sleep();
            // acquire: O3, pairs with O1: the next attempt sees what a failed one has left. relaxed: the loop looks again.
        } else if (word.compare_exchange_weak(found, begun(), std::memory_order_acquire,
                                              std::memory_order_relaxed)) { // O3
            return true;
        }
    }
}

} // namespace

// Not noexcept: std::call_once throws through it.
extern "C" int pthread_once(pthread_once_t* once, void (*routine)()) {
    if (chosen_lock().is_libc()) return KEV_LIBC(pthread_once)(once, routine);
    count(counted::onces);
    once_word& word = *reinterpret_cast<once_word*>(once);
    if (!begin(word)) return 0;
    attempt(word).make(routine);
    return 0;
}
