// 03/sleep-and-wake passes
// strong compare-exchanges, in a loop
// In the starter:
bool sleep(std::uint32_t state) noexcept {
    while ((state & bits::owned) != 0 && bits::waiters(state) != bits::max_waiters) {
        if (word_.compare_exchange_strong(state, state + bits::one_waiter,
                                          std::memory_order_relaxed, std::memory_order_relaxed)) {
            lab02::default_event.wait(this);
            word_.fetch_and(~bits::waking, std::memory_order_relaxed);
            return true;
        }
    }
    return true;
}
void wake_one(std::uint32_t state) noexcept {
    do {
        if (!bits::may_wake(state)) return;
    } while (!word_.compare_exchange_strong(state, (state - bits::one_waiter) | bits::waking,
                                            std::memory_order_acq_rel, std::memory_order_relaxed));
    lab02::default_event.release(this);
}
