// 06/three-states fails: deadlock
// takes the lock as `owned` after a sleep
// In the starter:
void unlock() noexcept {
    if (word_.exchange(free, std::memory_order_release) == contended) Sleep::wake_one(word_);
}
void lock_slow() noexcept {
    std::uint32_t s = word_.load(std::memory_order_relaxed);
    for (;;) {
        if (s == free) {
            // as owned: nobody else waits, I hope
            if (word_.compare_exchange_weak(s, owned, std::memory_order_acquire,
                                            std::memory_order_relaxed))
                return;
        } else if (s == contended ||
                   word_.compare_exchange_weak(s, contended, std::memory_order_relaxed,
                                               std::memory_order_relaxed)) {
            Sleep::wait(word_, contended);
            s = word_.load(std::memory_order_relaxed);
        }
    }
}
