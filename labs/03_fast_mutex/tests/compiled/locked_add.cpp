// Two subtractions, to be disassembled by a test: `lock add` or `lock sub` where no code uses the old value,
// `lock xadd` where some code does.
#include <atomic>
#include <cstdint>

extern "C" {

// As the woken waiter clears `waking`: the result is not used.
void subtract_and_forget(std::atomic<std::uint32_t>& word) noexcept {
    // relaxed: only the instruction is of interest.
    word.fetch_sub(256, std::memory_order_relaxed);
}

// As the owner unlocks: the result says whether a thread waits.
std::uint32_t subtract_and_tell(std::atomic<std::uint32_t>& word) noexcept {
    // relaxed: as above.
    return word.fetch_sub(1, std::memory_order_relaxed);
}

} // extern "C"
