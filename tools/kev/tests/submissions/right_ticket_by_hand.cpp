// 07/ticket passes
// waits by looking whether it is served, from the other side
// In the starter:
void lock() noexcept {
    std::uint32_t const mine = next_.fetch_add(1, std::memory_order_relaxed);
    for (std::uint32_t now; (now = serving_.load(std::memory_order_acquire)) != mine;) kev::relax();
}
bool try_lock() noexcept {
    auto free = serving_.load(std::memory_order_acquire);
    std::uint32_t const drawn = free + 1u;
    return next_.compare_exchange_strong(free, drawn, std::memory_order_acquire,
                                         std::memory_order_relaxed);
}
