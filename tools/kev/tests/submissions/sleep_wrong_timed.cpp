// 03/sleep-and-wake fails: deadlock
// counts itself in whatever the word is
// In the starter:
bool sleep(std::uint32_t) noexcept {
    word_.fetch_add(bits::one_waiter, std::memory_order_relaxed);
    if (lab02::default_event.wait_for(this, std::chrono::milliseconds(1)) == lab02::outcome::met)
        word_.fetch_sub(bits::waking, std::memory_order_relaxed);
    else
        word_.fetch_sub(bits::one_waiter, std::memory_order_relaxed);
    return true;
}
void wake_one(std::uint32_t state) noexcept {
    do {
        if (!bits::may_wake(state)) return;
    } while (!word_.compare_exchange_strong(state, (state - bits::one_waiter) | bits::waking,
                                            std::memory_order_acq_rel, std::memory_order_relaxed));
    lab02::default_event.release(this);
}
