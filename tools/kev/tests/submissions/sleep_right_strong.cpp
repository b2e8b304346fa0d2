// 03/sleep-and-wake passes
// strong compare-exchanges, in a loop
// In the starter:
void sleep(std::uint32_t state) noexcept {
    while ((state & word::owned) != 0 && word::waiters(state) != word::max_waiters) {
        if (word_.compare_exchange_strong(state, state + word::one_waiter,
                                          std::memory_order_relaxed, std::memory_order_relaxed)) {
            lab02::default_event.wait(this);
            word_.fetch_and(~word::waking, std::memory_order_relaxed);
            return;
        }
    }
}
void wake_one(std::uint32_t state) noexcept {
    do {
        if (!word::may_wake(state)) return;
    } while (!word_.compare_exchange_strong(state, (state - word::one_waiter) | word::waking,
                                            std::memory_order_acq_rel, std::memory_order_relaxed));
    lab02::default_event.release(this);
}
