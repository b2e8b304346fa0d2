// 03/sleep-and-wake fails
// counts itself in whatever the word is
// In the starter:
void sleep(std::uint32_t) noexcept {
    word_.fetch_add(word::one_waiter, std::memory_order_relaxed);
    if (lab02::default_event.wait_for(this, std::chrono::milliseconds(1)) == lab02::outcome::met)
        word_.fetch_sub(word::waking, std::memory_order_relaxed);
    else
        word_.fetch_sub(word::one_waiter, std::memory_order_relaxed);
}
void wake_one(std::uint32_t state) noexcept {
    do {
        if (!word::may_wake(state)) return;
    } while (!word_.compare_exchange_strong(state, (state - word::one_waiter) | word::waking,
                                            std::memory_order_acq_rel, std::memory_order_relaxed));
    lab02::default_event.release(this);
}
