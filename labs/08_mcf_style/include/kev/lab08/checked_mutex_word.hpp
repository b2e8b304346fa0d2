/// @file
/// The word of a mutex that notices when it is misused.
#pragma once

#include <kev/lab08/misuse.hpp>
#include <kev/lab08/mutex_word.hpp>
#include <kev/lab08/state.hpp>
#include <kev/lab08/this_thread.hpp>

namespace kev::lab08 {

/// The state word, and beside it the owner. A misuse ends the program with a message (misuse.hpp): to unlock a
/// free mutex, to unlock it as another thread than the owner, to lock it again as the owner, to destroy it
/// while threads sleep in it.
///
/// Another thread's misuse may come at any moment, so not every misuse is seen. What is reported is one.
class checked_mutex_word : public atomic_state {
public:
    using atomic_state::atomic_state;

    ~checked_mutex_word() {
        if (word::waiting::count(now()) != 0 || word::waiting::called(now()) != 0)
            complain("is destroyed, but threads sleep in it");
    }

    /// The caller has found the lock taken, and is about to wait for it.
    void check_waiter() const noexcept {
        if (is_mine()) complain("is locked again by its owner, which would wait for itself");
    }

    /// The caller has taken the lock, or has tried to. @return `taken`.
    bool note_owner_if(bool taken) noexcept {
        // relaxed: only the thread itself concludes anything from finding its own number here.
        if (taken) owner_.store(this_thread(), std::memory_order_relaxed);
        return taken;
    }

    /// The caller is about to unlock.
    void check_unlocker() noexcept {
        if ((now() & word::locked) == 0) complain("is unlocked, but it is free");
        if (!is_mine()) complain("is unlocked by a thread that does not own it");
        // relaxed: as above. From the unlock on, the object may be gone.
        owner_.store(0, std::memory_order_relaxed);
    }

private:
    bool is_mine() const noexcept {
        // relaxed: the owner sees its own number; any other value says no, old or new.
        return owner_.load(std::memory_order_relaxed) == this_thread();
    }
    state_t now() const noexcept {
        // relaxed: no data is read by what is found.
        return load(std::memory_order_relaxed);
    }

    [[noreturn]] void complain(char const* misuse) const noexcept {
        // relaxed: only for the message.
        std::uintptr_t const owner = owner_.load(std::memory_order_relaxed);
        report_misuse("mutex", this, misuse, now(), owner);
    }

    kev::atomic<std::uintptr_t> owner_{0, "owner"}; // this_thread() of the owner; 0: none
};

} // namespace kev::lab08
