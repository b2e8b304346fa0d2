// 03/sleep-and-wake fails: does an unlocker wait in release()
// naps, and nobody wakes
// In the starter:
bool sleep(std::uint32_t) noexcept {
    // naps and looks again: nobody ever wakes anybody
    static_cast<void>(lab02::default_event.wait_for(this, std::chrono::microseconds(50)));
    return true;
}
void wake_one(std::uint32_t) noexcept {}
