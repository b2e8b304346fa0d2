// 08/once fails: deadlock
// a failed attempt wakes nobody
// In the starter:
using waiting = sleepers<(state_t{1} << 32), (1 << 9)>;
void finish() noexcept {
    state_t s = word_.load(std::memory_order_relaxed);
    state_t to;
    do to = waiting::call_all(s - locked + ready);
    while (
        !word_.compare_exchange_weak(s, to, std::memory_order_acq_rel, std::memory_order_relaxed));
    if (waiting::count(s) != 0) waiting::wake_every(&word_, waiting::count(s));
}
void abort() noexcept {
    word_.fetch_sub(locked, std::memory_order_release);
}
once_outcome begin_slow([[maybe_unused]] sleep_limit auto const& limit) noexcept {
    state_t s = word_.load(std::memory_order_acquire);
    for (;;) {
        if ((s & ready) != 0) return once_outcome::done;
        if ((s & locked) == 0) {
            if (word_.compare_exchange_weak(s, s | locked, std::memory_order_acquire,
                                            std::memory_order_acquire))
                return once_outcome::yours;
            continue;
        }
        if (limit.passed()) return once_outcome::busy;
        if (!waiting::may_count_in_for_all(s)) {
            waiting::yield_instead();
            s = word_.load(std::memory_order_acquire);
            continue;
        }
        if (!word_.compare_exchange_weak(s, s + waiting::one, std::memory_order_relaxed,
                                         std::memory_order_acquire))
            continue;
        if (!waiting::sleep(word_, limit))
            return is_done() ? once_outcome::done : once_outcome::busy;
        s = word_.load(std::memory_order_acquire);
    }
}
