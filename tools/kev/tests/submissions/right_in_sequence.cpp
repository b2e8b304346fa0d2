// 02/gate passes
// sequentially consistent, with a switch
// In the starter:
void open() noexcept {
    switch (state_.exchange(opened)) {
    case awaited:
        default_event.release(this);
        break;
    default:
        break;
    }
}
void pass() noexcept {
    if (state_.exchange(awaited) == opened) return;
    default_event.wait(this);
    static_cast<void>(state_.exchange(opened));
}
