// 03/ways-in-and-out passes
// one helper for both ways in, and prints what it likes
#include <cstdio>
// In the starter:
template <typename Found>
bool took(Found const found) noexcept {
    return (found & bits::owned) == decltype(found){0};
}
void lock() noexcept {
    if (took(word_.fetch_or(bits::owned, std::memory_order_seq_cst))) {
        return;
    } else {
        lock_slow();
    }
}
bool try_lock() noexcept {
    return took(word_.fetch_or(bits::owned, std::memory_order_acq_rel));
}
void unlock() noexcept {
    auto before = word_.load(std::memory_order_relaxed);
    while (!word_.compare_exchange_strong(before, before & ~bits::owned, std::memory_order_release,
                                          std::memory_order_relaxed)) {
    }
    if (auto const after = before & ~bits::owned; bits::may_wake(after)) wake_one(after);
}
