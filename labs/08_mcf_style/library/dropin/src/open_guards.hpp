// The guards whose initializations have begun and not ended, with a frame of the function that is in each: to tell a function
// that calls itself while it initializes its static from one that waits for another thread.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace kev::dropin {

// One table for all threads, and no thread_local object: where GCC emulates those, their first use needs memory and a
// once flag. An entry is found by its guard, and names no thread. So two fibers of a thread may end their initializations in
// any order, and a fiber may go on in another thread. An initialization that finds the table full is not noted: if it needs
// itself, it waits for itself.
class open_guards {
public:
    // A frame of the function that is in the initialization. It may be gone, if that function runs on another stack. Null:
    // there is none, or it is not noted yet.
    void const* frame_in(void const* guard) const noexcept {
        for (entry const& one : entries_) {
            // relaxed: a thread sees its own stores, and only those on its own stack matter to it.
            if (one.guard.load(std::memory_order_relaxed) == guard)
                // relaxed: the same.
                return one.frame.load(std::memory_order_relaxed);
        }
        return nullptr;
    }

    void add(void const* guard, void const* frame) noexcept {
        for (entry& one : entries_) {
            void const* free = nullptr;
            // relaxed: as above. The entry has no frame until ours is in it.
            if (one.guard.load(std::memory_order_relaxed) != nullptr ||
                !one.guard.compare_exchange_strong(free, guard, std::memory_order_relaxed))
                continue;
            // relaxed: as above.
            return one.frame.store(frame, std::memory_order_relaxed);
        }
    }

    // The caller has begun the initialization, perhaps as another thread.
    void remove(void const* guard) noexcept {
        for (entry& one : entries_) {
            // relaxed: what handed the fiber over has ordered the entry, too.
            if (one.guard.load(std::memory_order_relaxed) != guard) continue;
            // relaxed: as above.
            one.frame.store(nullptr, std::memory_order_relaxed);
            // relaxed: as above.
            return one.guard.store(nullptr, std::memory_order_relaxed);
        }
    }

private:
    struct entry {
        std::atomic<void const*> guard{nullptr};
        std::atomic<void const*> frame{nullptr};
    };
    std::array<entry, 64> entries_{};
};

} // namespace kev::dropin
