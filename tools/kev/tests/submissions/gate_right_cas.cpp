// 02/gate passes
// compare-exchange and fetch_add
// In the starter:
void open() noexcept {
    std::uint32_t was = closed;
    // acq_rel/acquire: not needed but harmless
    if (state_.compare_exchange_strong(was, opened, std::memory_order_acq_rel,
                                       std::memory_order_acquire))
        return;
    state_.fetch_add(1, std::memory_order_release); // awaited (1) -> opened (2)
    default_event.release(this);
}
void pass() noexcept {
    std::uint32_t was = closed;
    if (!state_.compare_exchange_strong(was, awaited, std::memory_order_relaxed,
                                        std::memory_order_acquire))
        return;
    default_event.wait(this);
    state_.fetch_add(0, std::memory_order_acquire);
}
