/// @file
/// The word of a mutex that notices when it is misused.
#pragma once

#include <kev/lab08/misuse.hpp>
#include <kev/lab08/mutex_word_text.hpp>
#include <kev/lab08/owner_note.hpp>
#include <kev/lab08/recorded_wait.hpp>
#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// The state word, and beside it the owner. A misuse ends the program with a message (misuse.hpp): to unlock a
/// free mutex, to unlock it as another thread than the owner, to lock it again as the owner, to destroy it
/// while threads sleep in it, to wait for a mutex in a circle of threads (recorded_wait.hpp).
///
/// Another thread's misuse may come at any moment, so not every misuse is seen. A report is always right.
class checked_mutex_word : public atomic_state {
public:
    using atomic_state::atomic_state;

    ~checked_mutex_word() {
        if (word::waiting::count(now()) != 0 || word::waiting::called(now()) != 0)
            complain("is destroyed, but threads sleep in it");
    }

    /// The caller has found the lock taken, and is about to wait for it.
    void check_waiter() const noexcept {
        if (owner_.is_mine()) complain("is locked again by its owner, which would wait for itself");
    }

    /// The caller has found the lock taken. Runs wait(), which waits for it without a time limit. If that would close a
    /// circle of waiting threads, the program ends with a message.
    void wait_without_limit(auto const& wait) const noexcept {
        check_waiter();
        recorded_wait const recorded(*this);
        wait();
    }

    /// this_thread() of the owner; 0: none. It may be old, unless the owner cannot go on.
    std::uintptr_t owner() const noexcept { return owner_.number(); }

    /// The caller has taken the lock, or has tried to. @return `taken`.
    bool note_owner_if(bool taken) noexcept {
        if (taken) owner_.write_mine();
        return taken;
    }

    /// The caller is about to unlock. From the unlock on, the object may be gone.
    void check_unlocker() noexcept {
        if ((now() & word::locked) == 0) complain("is unlocked, but it is free");
        if (!owner_.is_mine()) complain("is unlocked by a thread that does not own it");
        owner_.clear();
    }

    /// The caller is about to take back one lock() of a recursive mutex, which begins with this word. Another
    /// thread must not touch its depth.
    void check_recursive_unlocker() const noexcept {
        if (!owner_.is_mine()) complain("is unlocked by a thread that does not own it");
    }

private:
    state_t now() const noexcept {
        // relaxed: no data is read by what is found.
        return load(std::memory_order_relaxed);
    }

    [[noreturn]] void complain(char const* misuse) const noexcept {
        auto const describe = [](wide_state_t state) {
            return word::describe(static_cast<state_t>(state));
        };
        report_misuse({"mutex", this}, misuse, {now(), describe}, owner_.number());
    }

    owner_note owner_;
};

} // namespace kev::lab08
