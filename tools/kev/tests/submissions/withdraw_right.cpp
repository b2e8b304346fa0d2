// 03/withdraw passes
// the two ways in the other order
// In the starter:
void withdraw() noexcept {
    for (;;) {
        if (lab02::default_event.wait_for(this, std::chrono::seconds(0)) == lab02::outcome::met) {
            sleepers_.fetch_sub(waking, std::memory_order_relaxed);
            return;
        }
        std::uint16_t state = sleepers_.load(std::memory_order_relaxed);
        while (state >= one_sleeper)
            if (sleepers_.compare_exchange_strong(state, minus(state, one_sleeper),
                                                  std::memory_order_relaxed,
                                                  std::memory_order_relaxed))
                return;
        kev::yield();
    }
}
