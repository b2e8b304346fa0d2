/// @file
/// A mutex of your own. Here threads spin, and nothing bounds what a waiter has to bear.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab07 {

/// TODO(you): all of it. The names of the three functions stay; the word, its fields and all the rest are yours.
class own_mutex {
public:
    constexpr own_mutex() noexcept = default;
    own_mutex(own_mutex const&) = delete;
    own_mutex& operator=(own_mutex const&) = delete;

    void lock() noexcept {
        // acquire: pairs with unlock().
        while (word_.exchange(1, std::memory_order_acquire) != 0) kev::yield();
    }

    bool try_lock() noexcept {
        // acquire: pairs with unlock().
        return word_.exchange(1, std::memory_order_acquire) == 0;
    }

    void unlock() noexcept {
        // release: pairs with lock() and try_lock().
        word_.store(0, std::memory_order_release);
    }

private:
    kev::atomic<std::uint32_t> word_{0, "word"};
};

} // namespace kev::lab07
