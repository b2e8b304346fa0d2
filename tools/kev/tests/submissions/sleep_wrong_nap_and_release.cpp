// 03/sleep-and-wake fails: does an unlocker wait in release()
// a pulse for whoever naps
// In the starter:
bool sleep(std::uint32_t state) noexcept {
    // counts in and out by itself, naps; the unlocker gives a pulse to whoever is there
    if (!word_.compare_exchange_strong(state, state + bits::one_waiter, std::memory_order_relaxed,
                                       std::memory_order_relaxed))
        return true;
    static_cast<void>(lab02::default_event.wait_for(this, std::chrono::milliseconds(1)));
    word_.fetch_sub(bits::one_waiter, std::memory_order_relaxed);
    return true;
}
void wake_one(std::uint32_t) noexcept {
    static_cast<void>(lab02::default_event.release_for(this, std::chrono::seconds(0)));
}
