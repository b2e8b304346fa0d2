// 07/own-mutex fails: overtaken: 32 were counted, and 10 are the most
// Is right, and lets a sleeper be overtaken for ever.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

class own_mutex {
public:
    void lock() noexcept {
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        for (;;) {
            bool const is_free = state % 2 == 0;
            if (!word_.compare_exchange_weak(state, is_free ? state + 1 : state + 4,
                                             std::memory_order_acquire, std::memory_order_relaxed))
                continue;
            if (is_free) return;
            lab02::default_event.wait(this);
            state = word_.fetch_sub(2, std::memory_order_relaxed) - 2;
        }
    }

    bool try_lock() noexcept { return word_.fetch_or(1, std::memory_order_acquire) % 2 == 0; }

    void unlock() noexcept {
        std::uint32_t state = 1;
        while (!word_.compare_exchange_weak(state, wakes(state) ? state - 3 : state - 1,
                                            std::memory_order_release, std::memory_order_relaxed)) {
        }
        if (wakes(state)) lab02::default_event.release(this);
    }

private:
    static bool wakes(std::uint32_t state) noexcept { return state >= 4 && (state & 2) == 0; }

    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
