// 05/timed-gate fails: deadlock
// waits without a limit for what is owed
// In the starter:
void open() noexcept {
    if (state_.exchange(opened, std::memory_order_release) != awaited) return;
    lab02::default_event.release(this);
    state_.store(delivered, std::memory_order_release);
}
template <typename Rep, typename Period>
bool pass_for(std::chrono::duration<Rep, Period> interval) noexcept {
    auto const limit = for_at_most(interval);
    std::uint32_t was = closed;
    if (!state_.compare_exchange_strong(was, awaited, std::memory_order_relaxed,
                                        std::memory_order_acquire))
        return true;
    while (wait_for_release(this, limit.end()) == lab02::outcome::timed_out) {
        if (!limit.passed()) continue;
        was = awaited;
        if (state_.compare_exchange_strong(was, closed, std::memory_order_relaxed,
                                           std::memory_order_relaxed))
            return false;
        lab02::default_event.wait(this); // it is owed
        break;
    }
    state_.fetch_or(0, std::memory_order_acquire);
    return true;
}
