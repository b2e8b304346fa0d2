// 03/sleep-and-wake fails: waits where the checker cannot see it
// the standard mutex in its place
#include <mutex>
// In the starter:
void lock() noexcept {
    // acquire: L1, pairs with U1 in unlock(); the last owner's writes are visible from here on.
    big().lock();
    word_.fetch_or(bits::owned, std::memory_order_acquire);
}
bool try_lock() noexcept {
    // relaxed: this look only saves a useless read-modify-write; no decision depends on it.
    if (!big().try_lock()) return false;
    // acquire: L3, pairs with U1.
    return (word_.fetch_or(bits::owned, std::memory_order_acquire) & bits::owned) == 0;
}
void unlock() noexcept {
    // release: U1, pairs with L1, L2 and L3. One operation clears the bit *and* returns the count.
    // A waiter counts itself in only while the bit is set. So the next operation that clears the bit
    // has this waiter in its result.
    std::uint32_t const state =
        word_.fetch_sub(bits::owned, std::memory_order_release) - bits::owned; // U1
    if (bits::may_wake(state)) [[unlikely]]
        wake_one(state);
    big().unlock();
}
static std::mutex& big() {
    static std::mutex m;
    return m;
}
