// 03/sleep-and-wake fails: In no schedule does a waiter sleep
// naps outside the model
#include <chrono>
#include <thread>
// In the starter:
bool sleep(std::uint32_t) noexcept {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    kev::yield();
    return true;
}
