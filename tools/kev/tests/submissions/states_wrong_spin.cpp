// 06/three-states fails: does a waiter sleep
// spins
// In the starter:
void unlock() noexcept {
    if (word_.exchange(free, std::memory_order_release) == contended) Sleep::wake_one(word_);
}
void lock_slow() noexcept {
    while (!try_lock()) kev::yield();
}
