// 04/article fails: deadlock
// releases when the inner lock is given up
// In the starter:
template <basic_lockable Lock>
void wait(Lock& lock) noexcept {
    inner_.lock();
    lock.unlock();
    waiters_.write(waiters_.read() + 1);
    inner_.unlock();
    lab02::default_event.wait(key());
    lock.lock();
}
void notify_one() noexcept {
    inner_.lock();
    bool const any = waiters_.read() > 0;
    if (any) waiters_.write(waiters_.read() - 1);
    inner_.unlock();
    if (any) lab02::default_event.release(key()); // outside the inner lock
}
void notify_all() noexcept {
    inner_.lock();
    auto n = waiters_.read();
    waiters_.write(0);
    inner_.unlock();
    for (; n > 0; --n) lab02::default_event.release(key());
}
