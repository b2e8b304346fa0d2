// The hook of a C program. C's function type and C++'s are two types, so a function of ours calls the one for the other.
#include <kev/kev.h>
#include <kev/lab08/contention.hpp>

#include <atomic>

namespace {

using kev::lab08::contention;

constinit std::atomic<kev_contention_hook> hook_of_c{nullptr};

static_assert(static_cast<int>(contention::sleep_begins) == kev_sleep_begins);
static_assert(static_cast<int>(contention::sleep_ended) == kev_sleep_ended);

void call_hook_of_c(void const* object, contention kind, std::int64_t nanoseconds) noexcept {
    // acquire: CH4, pairs with CH3.
    kev_contention_hook const hook = hook_of_c.load(std::memory_order_acquire); // CH4
    if (hook != nullptr) hook(object, static_cast<kev_contention>(kind), nanoseconds);
}

} // namespace

extern "C" kev_contention_hook kev_set_contention_hook(kev_contention_hook hook) {
    // acq_rel: CH3, pairs with CH4 and with itself: what was written before a hook was set is visible to the hook.
    kev_contention_hook const before = hook_of_c.exchange(hook, std::memory_order_acq_rel); // CH3
    // Also for null. So the module's hook is the same after each call, whatever the order of two calls.
    kev::lab08::set_contention_hook(call_hook_of_c);
    return before;
}
