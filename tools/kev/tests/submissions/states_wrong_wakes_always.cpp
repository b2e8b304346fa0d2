// 06/three-states fails: nobody sleeps, so unlock() is to call nobody
// a call in each unlock()
// In the starter:
void unlock() noexcept {
    word_.store(free, std::memory_order_release);
    Sleep::wake_one(word_); // always a call
}
void lock_slow() noexcept {
    while (word_.exchange(contended, std::memory_order_acquire) != free)
        Sleep::wait(word_, contended);
}
