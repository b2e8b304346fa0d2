// 03/ways-in-and-out fails: deadlock
// looks at the word before the unlock
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
    std::uint32_t const s = word_.load(std::memory_order_relaxed) - bits::owned;
    word_.fetch_sub(bits::owned, std::memory_order_release);
    if (bits::may_wake(s)) wake_one(s);
}
