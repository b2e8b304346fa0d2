// 07/hand-over fails: data race
// an acquire load after the wait, which may be stale
// In the starter:
void unlock() noexcept {
    std::uint32_t state = lock_word::owned; // a guess: nobody waits
    for (;;) {
        bool const waits = lock_word::waiters(state) != 0;
        if (word_.compare_exchange_strong(state, waits ? state - lock_word::one_waiter : 0,
                                          std::memory_order_release, std::memory_order_relaxed)) {
            if (waits) lab02::default_event.release(this);
            return;
        }
    }
}
void lock_slow() noexcept {
    // relaxed: a compare-exchange of the same word confirms each decision below.
    std::uint32_t state = word_.load(std::memory_order_relaxed);
    for (;;) {
        if ((state & lock_word::owned) == 0) {
            // acquire: L2, pairs with U1. relaxed: after a failure the loop decides anew.
            if (word_.compare_exchange_weak(state, state | lock_word::owned,
                                            std::memory_order_acquire,
                                            std::memory_order_relaxed)) // L2
                return;
        } else {
            if (word_.compare_exchange_strong(state, state + lock_word::one_waiter,
                                              std::memory_order_relaxed,
                                              std::memory_order_relaxed)) {
                lab02::default_event.wait(this);
                static_cast<void>(word_.load(std::memory_order_acquire));
                return;
            }
        }
    }
}
