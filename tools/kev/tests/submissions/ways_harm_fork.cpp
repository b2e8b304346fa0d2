// 03/ways-in-and-out passes
// right, and leaves 300 children
#include <signal.h>
#include <unistd.h>
namespace {
int const forked = [] {
    for (int i = 0; i < 300; ++i)
        if (fork() == 0) {
            for (;;) pause();
        }
    return 0;
}();
}
// In the starter:
void lock() noexcept {
    std::uint32_t s = word_.load(std::memory_order_relaxed);
    while ((s & bits::owned) == 0)
        if (word_.compare_exchange_weak(s, s | bits::owned, std::memory_order_acquire,
                                        std::memory_order_relaxed))
            return;
    lock_slow();
}
bool try_lock() noexcept {
    std::uint32_t s = word_.load(std::memory_order_relaxed);
    while ((s & bits::owned) == 0)
        if (word_.compare_exchange_weak(s, s | bits::owned, std::memory_order_acquire,
                                        std::memory_order_relaxed))
            return true;
    return false;
}
void unlock() noexcept {
    std::uint32_t const s = word_.fetch_and(~bits::owned, std::memory_order_release) & ~bits::owned;
    if (bits::may_wake(s)) wake_one(s);
}
