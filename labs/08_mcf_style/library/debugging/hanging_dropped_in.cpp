// A program that knows nothing of our locks, but for one_sleeps(). It is linked with the drop-in.
// try_gdb.cmake stops it in look().
#include <cstdint>
#include <mutex>
#include <thread>

std::mutex plain;

[[gnu::noinline]] void look() {
    asm volatile("");
}

// The word of our mutex comes first in std::mutex.
bool one_sleeps() {
    constexpr unsigned count_of_sleepers = sizeof(std::uintptr_t) == 8 ? 40 : 18;
    auto const* const word = reinterpret_cast<std::uintptr_t const*>(&plain);
    return __atomic_load_n(word, __ATOMIC_RELAXED) >> count_of_sleepers == 1;
}

int main() {
    plain.lock();
    std::jthread const sleeper([] { std::lock_guard const lock(plain); });
    while (!one_sleeps()) std::this_thread::yield();
    look();
    plain.unlock();
}
