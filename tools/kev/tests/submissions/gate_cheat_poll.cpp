// 02/gate fails: the passer is to sleep until it is released
// naps of a millisecond, and looks again
// In the starter:
void open() noexcept {
    if (state_.exchange(opened, std::memory_order_release) == awaited)
        static_cast<void>(default_event.release_for(this, std::chrono::milliseconds(1)));
}
void pass() noexcept {
    if (state_.exchange(awaited, std::memory_order_acquire) == opened) return;
    while (default_event.wait_for(this, std::chrono::milliseconds(1)) != outcome::met)
        if (state_.load(std::memory_order_relaxed) == opened) break;
    state_.exchange(opened, std::memory_order_acquire);
}
