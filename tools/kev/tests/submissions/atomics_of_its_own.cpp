// 03/ways-in-and-out fails: keeps something from one run to the next
// hides its steps from the checker: the word is no atomic of the model's
#include <atomic>
// In the starter:
static std::atomic<bool>& hidden() {
    static std::atomic<bool> taken{false};
    return taken;
}
void lock() noexcept {
    while (hidden().exchange(true, std::memory_order_acquire)) kev::yield();
}
bool try_lock() noexcept {
    return !hidden().exchange(true, std::memory_order_acquire);
}
void unlock() noexcept {
    hidden().store(false, std::memory_order_release);
}
