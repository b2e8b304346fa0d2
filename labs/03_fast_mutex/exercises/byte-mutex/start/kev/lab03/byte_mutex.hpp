/// @file
/// A mutex of one byte, to be designed. Here threads spin.
#pragma once

#include <cstdint>

#include <kev/lab02/keyed_event.hpp>
#include <kev/world.hpp>

namespace kev::lab03 {

/// TODO(you): all of it. The names of the three functions stay; the word, its fields and all the rest are yours.
class byte_mutex {
public:
    constexpr byte_mutex() noexcept = default;
    byte_mutex(byte_mutex const&) = delete;
    byte_mutex& operator=(byte_mutex const&) = delete;

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
    kev::atomic<std::uint8_t> word_{0, "word"};
};

} // namespace kev::lab03
