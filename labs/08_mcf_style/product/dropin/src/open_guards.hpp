// The guards whose initialisations have begun and not ended, with the thread that is in each: to tell a function that
// calls itself while it initialises its static from one that waits for another thread.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kev::dropin {

// One table for all threads, and no thread_local object: where GCC emulates those, their first use needs memory and a
// once flag. An entry is found by its guard. So two fibres of a thread may end their initialisations in any order, and a
// fibre may go on in another thread. An initialisation that finds the table full is not noted: it would wait
// for itself.
class open_guards {
public:
    bool has(void const* guard, std::uintptr_t thread) const noexcept {
        for (entry const& one : entries_) {
            // relaxed: only a thread's own entries have its number, and a thread sees its own stores.
            if (one.guard.load(std::memory_order_relaxed) == guard &&
                // relaxed: the same.
                one.thread.load(std::memory_order_relaxed) == thread)
                return true;
        }
        return false;
    }

    void add(void const* guard, std::uintptr_t thread) noexcept {
        for (entry& one : entries_) {
            void const* free = nullptr;
            // relaxed: as above. Another thread's number may be in the entry until ours is, and says no to both.
            if (one.guard.load(std::memory_order_relaxed) != nullptr ||
                !one.guard.compare_exchange_strong(free, guard, std::memory_order_relaxed))
                continue;
            // relaxed: as above.
            return one.thread.store(thread, std::memory_order_relaxed);
        }
    }

    // The caller has begun the initialisation, perhaps as another thread.
    void remove(void const* guard) noexcept {
        for (entry& one : entries_) {
            // relaxed: what handed the fibre over has ordered the entry, too.
            if (one.guard.load(std::memory_order_relaxed) != guard) continue;
            // relaxed: as above.
            one.thread.store(0, std::memory_order_relaxed);
            // relaxed: as above.
            return one.guard.store(nullptr, std::memory_order_relaxed);
        }
    }

private:
    struct entry {
        std::atomic<void const*> guard{nullptr};
        std::atomic<std::uintptr_t> thread{0};
    };
    std::array<entry, 64> entries_{};
};

} // namespace kev::dropin
