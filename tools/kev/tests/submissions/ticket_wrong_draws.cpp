// 07/ticket fails: livelock
// try_lock() draws a number, and waits for it
// In the starter:
void lock() noexcept {
    std::uint32_t const mine = next_.fetch_add(1, std::memory_order_relaxed);
    while (serving_.load(std::memory_order_acquire) != mine) kev::yield();
}
bool try_lock() noexcept {
    if (serving_.load(std::memory_order_acquire) != next_.load(std::memory_order_relaxed))
        return false;
    lock();
    return true;
}
