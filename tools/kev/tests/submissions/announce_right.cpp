// 01/announce passes
// asks whose the section is before it announces itself
// In the starter:
bool arrive() noexcept {
    if (spin_count_ != 0 && enter_by_spinning()) return true;
    if (is_mine()) { // asked first here
        lock_count_.fetch_add(1, std::memory_order_relaxed);
        recursion_count_.write(recursion_count_.read() + 1);
        return true;
    }
    if (lock_count_.fetch_add(1, std::memory_order_acquire) != -1) return false;
    become_owner();
    return true;
}
bool depart() noexcept {
    std::int32_t const left = recursion_count_.read() - 1;
    recursion_count_.write(left);
    if (left != 0) {
        // relaxed: the section stays with this thread.
        lock_count_.fetch_sub(1, std::memory_order_relaxed);
        return false;
    }
    owning_thread_.store(0, std::memory_order_release);
    return lock_count_.fetch_sub(1, std::memory_order_acq_rel) > 0;
}
