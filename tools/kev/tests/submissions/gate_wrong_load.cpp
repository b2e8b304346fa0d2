// 02/gate fails: data race
// a load after the wait, which may be stale
// In the starter:
void open() noexcept {
    if (state_.exchange(opened, std::memory_order_release) == awaited) default_event.release(this);
}
void pass() noexcept {
    if (state_.exchange(awaited, std::memory_order_acquire) == opened) return;
    default_event.wait(this);
    state_.load(std::memory_order_acquire);
}
