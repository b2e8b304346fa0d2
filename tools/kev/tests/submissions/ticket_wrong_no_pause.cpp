// 07/ticket fails: kev::yield()
// does not say that it only waits
// In the starter:
void lock() noexcept {
    // relaxed: this only draws a number. No data comes with it.
    [[maybe_unused]] std::uint32_t const mine = next_.fetch_add(1, std::memory_order_relaxed);
    while (serving_.load(std::memory_order_acquire) != mine) {
    }
}
bool try_lock() noexcept {
    std::uint32_t now = serving_.load(std::memory_order_acquire);
    return next_.compare_exchange_strong(now, now + 1, std::memory_order_relaxed,
                                         std::memory_order_relaxed);
}
