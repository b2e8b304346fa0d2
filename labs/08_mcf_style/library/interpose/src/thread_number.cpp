#include "thread_number.hpp"

#include <atomic>

namespace kev::interpose {

namespace {

constinit std::atomic<std::uint32_t> last{0};
constinit thread_local std::uint32_t mine = 0;

} // namespace

std::uint32_t thread_number() noexcept {
    // relaxed: it only draws a number.
    if (mine == 0) mine = last.fetch_add(1, std::memory_order_relaxed) + 1;
    return mine;
}

} // namespace kev::interpose
