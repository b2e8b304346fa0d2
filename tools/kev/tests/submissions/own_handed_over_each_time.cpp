// 07/own-mutex fails: sleeps: 35 were counted, and 18 are the most
// Hands over in every turn: fair, and a convoy.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

class own_mutex {
public:
    void lock() noexcept {
        std::uint32_t state = word_.load(std::memory_order_relaxed);
        while (!word_.compare_exchange_weak(state, state == 0 ? 1 : state + 2,
                                            std::memory_order_acquire, std::memory_order_relaxed)) {
        }
        if (state == 0) return;
        lab02::default_event.wait(this);
        kev::read_newest(word_);
    }

    bool try_lock() noexcept {
        std::uint32_t state = 0;
        return word_.compare_exchange_strong(state, 1, std::memory_order_acquire,
                                             std::memory_order_relaxed);
    }

    void unlock() noexcept {
        std::uint32_t state = 1;
        while (!word_.compare_exchange_weak(state, state == 1 ? 0 : state - 2,
                                            std::memory_order_release, std::memory_order_relaxed)) {
        }
        if (state != 1) lab02::default_event.release(this);
    }

private:
    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
