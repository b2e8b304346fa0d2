// 03/withdraw fails: deadlock
// keeps the promise without a limit
// In the starter:
void withdraw() noexcept {
    std::uint16_t state = sleepers_.load(std::memory_order_relaxed);
    while (state >= one_sleeper)
        if (sleepers_.compare_exchange_weak(state, minus(state, one_sleeper),
                                            std::memory_order_relaxed, std::memory_order_relaxed))
            return;
    // claimed: keep the promise
    lab02::default_event.wait(this);
    sleepers_.fetch_sub(waking, std::memory_order_relaxed);
}
