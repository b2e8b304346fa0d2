// 04/article fails: deadlock
// counted after the mutex is given up
// In the starter:
template <basic_lockable Lock>
void wait(Lock& lock) noexcept {
    lock.unlock();
    inner_.lock();
    waiters_.write(waiters_.read() + 1);
    inner_.unlock();
    lab02::default_event.wait(key());
    lock.lock();
}
void notify_one() noexcept {
    inner_.lock();
    if (waiters_.read() > 0) wake_one();
    inner_.unlock();
}
void notify_all() noexcept {
    inner_.lock();
    for (auto n = waiters_.read(); n > 0; --n) wake_one();
    inner_.unlock();
}
