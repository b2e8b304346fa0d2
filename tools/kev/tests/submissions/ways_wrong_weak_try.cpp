// 03/ways-in-and-out fails: a try gets a lock that is free
// a compare-exchange that may fail though the lock is free
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
    if ((s & bits::owned) != 0) return false;
    return word_.compare_exchange_weak(s, s | bits::owned, std::memory_order_acquire,
                                       std::memory_order_relaxed); // may fail although it is free
}
void unlock() noexcept {
    std::uint32_t const s = word_.fetch_and(~bits::owned, std::memory_order_release) & ~bits::owned;
    if (bits::may_wake(s)) wake_one(s);
}
