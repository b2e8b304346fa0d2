#include <kev/lab08/contention.hpp>
#include <kev/lab08/reported_sleep.hpp>

#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace kev::lab08 {

namespace {

constinit std::atomic<contention_hook> hook_of_module{nullptr};

contention_hook current_hook() noexcept {
    // acquire: CH2, pairs with CH1.
    return hook_of_module.load(std::memory_order_acquire); // CH2
}

std::int64_t time_for_the_hook() noexcept {
    return std::chrono::nanoseconds(kev::clock::now().time_since_epoch()).count();
}

} // namespace

contention_hook set_contention_hook(contention_hook hook) noexcept {
    // acq_rel: CH1, pairs with CH2 and with itself: what was written before a hook was set is visible to the hook, and to
    // the caller that takes it away.
    return hook_of_module.exchange(hook, std::memory_order_acq_rel); // CH1
}

reported_sleep::reported_sleep(void const* object) noexcept
    : object_(object), hook_(current_hook()) {
    if (hook_ != nullptr) hook_(object_, contention::sleep_begins, time_for_the_hook());
}

reported_sleep::~reported_sleep() {
    if (hook_ != nullptr) hook_(object_, contention::sleep_ended, time_for_the_hook());
}

} // namespace kev::lab08
