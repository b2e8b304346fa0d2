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
    return __atomic_load_n(reinterpret_cast<std::uint64_t const*>(&plain), __ATOMIC_RELAXED) >>
               40 ==
           1;
}

int main() {
    plain.lock();
    std::jthread const sleeper([] { std::lock_guard const lock(plain); });
    while (!one_sleeps()) std::this_thread::yield();
    look();
    plain.unlock();
}
