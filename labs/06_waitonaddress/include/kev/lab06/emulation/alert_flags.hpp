/// @file
/// Alert by thread id off Windows: one flag a thread, found by the thread's id without a lock.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <kev/lab02/emulation/guard.hpp>
#include <kev/lab02/emulation/sleeping_word.hpp>

namespace kev::lab06::emulation {

using lab02::emulation::deadline;

/// The owner's part of an id. The flag's part below it has 18 bits where pointers have 32: 65,535 threads at a time.
inline constexpr unsigned bits_below_owner = sizeof(void*) == 8 ? 32 : 18;
inline constexpr std::uint32_t most_owners = sizeof(void*) == 8 ? 1u << 30 : 1u << 14;

/// A thread's number: the flag that it owns, and how many owners that flag has had before. So the id of an
/// ended thread differs from that of the next owner of its flag, until the count wraps after `most_owners`.
struct thread_number {
    std::uint32_t flag = 0;
    std::uint32_t owner = 0;
};

/// One flag. Its memory is never freed, so a thread that has an old id may still look at it.
///
/// | low 2 bits | meaning | left by |
/// |---|---|---|
/// | `nobodys` | no thread owns it | its next thread: `down` |
/// | `down` | not alerted, awake | its thread: `asleep`; an alert: `raised` |
/// | `asleep` | its thread sleeps or is about to, so an alert must call the kernel | an alert: `raised` |
/// | `raised` | alerted | its thread: `down` |
///
/// When its thread ends, the state becomes `nobodys`, whatever it was. The other bits count the owners, modulo most_owners.
class alert_flag {
public:
    /// @return false if this owner does not own the flag any more, or not yet. Does not block.
    bool raise(std::uint32_t owner) noexcept;
    /// Called by the owner. Sleeps until the flag is raised, and lowers it. @return false if `limit` passed first.
    bool wait(deadline limit) noexcept;
    /// The first call of a new owner. @return its number.
    std::uint32_t take() noexcept;
    /// The last call of the owner.
    void give_back() noexcept;

private:
    static constexpr std::uint32_t nobodys = 0;
    static constexpr std::uint32_t down = 1;
    static constexpr std::uint32_t asleep = 2;
    static constexpr std::uint32_t raised = 3;
    static constexpr std::uint32_t state = 3;

    std::uint32_t owner() const noexcept;

    std::atomic<std::uint32_t> word_{0};
};

/// The flags of all threads. Taking a flag (a thread waits for the first time) and giving it back (a thread ends)
/// use a lock. Taking may also allocate, and throws if there is no memory. An alert does neither.
class alert_flags {
public:
    thread_number take();
    void give_back(std::uint32_t flag) noexcept;

    /// The flag of that number, or null if there never was one.
    alert_flag* find(std::uint32_t flag) noexcept;

    /// Keeps all threads from taking or giving back a flag, until let_go() or, in the child of a fork(), until
    /// forget_threads(). Blocks until no thread is doing so.
    void hold() noexcept { guard_.lock(); }
    void let_go() noexcept { guard_.unlock(); }
    /// In the child of a fork(). The flags of the threads that were not copied stay taken.
    void forget_threads() noexcept { guard_.make_anew(); }

private:
    static constexpr std::size_t block_size = 256;
    static constexpr std::size_t most_blocks =
        sizeof(void*) == 8 ? 4096 : 255; // a million threads at a time, or 65,280
    struct alignas(64) own_line {
        alert_flag flag;
    };
    using block = std::array<own_line, block_size>;

    std::array<std::atomic<block*>, most_blocks> blocks_{};
    lab02::emulation::guard guard_;
    std::vector<std::uint32_t> free_;
    std::uint32_t made_ = 0;
};

/// The flags of this process. They are never destroyed.
alert_flags& process_flags();

} // namespace kev::lab06::emulation
