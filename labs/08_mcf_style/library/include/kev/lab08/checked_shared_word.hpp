/// @file
/// The word of a reader/writer lock that notices when it is misused.
#pragma once

#include <kev/lab08/misuse.hpp>
#include <kev/lab08/owner_note.hpp>
#include <kev/lab08/shared_word_text.hpp>
#include <kev/lab08/state.hpp>

namespace kev::lab08 {

/// The state word, and beside it the writer that is inside. As checked_mutex_word; readers have no name, so of
/// them only the last unlock too many is seen.
class checked_shared_word : public atomic_wide_state {
public:
    using atomic_wide_state::atomic_wide_state;

    ~checked_shared_word() {
        if (shared_word::sleeping_writers(now()) != 0 || shared_word::sleeping_readers(now()) != 0)
            complain("is destroyed, but threads sleep in it");
    }

    /// The caller could not go in, and is about to wait.
    void check_waiter() const noexcept {
        if (writer_.is_mine())
            complain("is locked again by its writer, which would wait for itself");
    }

    /// The caller has gone in alone, or has tried to. @return `taken`.
    bool note_writer_if(bool taken) noexcept {
        if (taken) writer_.write_mine();
        return taken;
    }

    /// A writer is about to leave. From then on the object may be gone.
    void check_writer_leaves() noexcept {
        if ((now() & shared_word::exclusive) == 0) complain("is unlocked, but no writer is inside");
        if (!writer_.is_mine()) complain("is unlocked by a thread that is not its writer");
        writer_.clear();
    }

    /// A reader is about to leave.
    void check_reader_leaves() const noexcept {
        if (shared_word::readers(now()) == 0)
            complain("is unlocked by a reader, but no reader is inside");
    }

private:
    wide_state_t now() const noexcept {
        // relaxed: no data is read by what is found.
        return load(std::memory_order_relaxed);
    }

    [[noreturn]] void complain(char const* misuse) const noexcept {
        report_misuse({"shared_mutex", this}, misuse, {now(), shared_word::describe},
                      writer_.number());
    }

    owner_note writer_;
};

} // namespace kev::lab08
