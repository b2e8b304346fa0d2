/// @file
/// Which thread owns a lock, for its checks.
#pragma once

#include <cstdint>

#include <kev/library/this_thread.hpp>
#include <kev/world.hpp>

namespace kev::library {

/// The number of the thread that owns a lock. Only the thread itself concludes anything from finding its own
/// number here; any other value says that it is not the owner.
class owner_note {
public:
    bool is_mine() const noexcept { return number() == this_thread(); }
    std::uintptr_t number() const noexcept {
        // relaxed: a thread sees its own number if it has written it last; see above.
        return owner_.load(std::memory_order_relaxed);
    }
    void write_mine() noexcept {
        // relaxed: as above.
        owner_.store(this_thread(), std::memory_order_relaxed);
    }
    void clear() noexcept {
        // relaxed: as above.
        owner_.store(0, std::memory_order_relaxed);
    }

private:
    kev::atomic<std::uintptr_t> owner_{0, "owner"}; // this_thread() of the owner; 0: none
};

} // namespace kev::library
