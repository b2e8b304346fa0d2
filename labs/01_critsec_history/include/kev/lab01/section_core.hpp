/// @file
/// What all generations of the critical section share: the fields, and the protocol on them. The
/// generations differ in where a thread sleeps and in when that place is made.
#pragma once

#include <cstdint>

#include <kev/lab01/kernel.hpp>
#include <kev/lab01/section_fields.hpp>
#include <kev/world.hpp>

namespace kev::lab01 {

/// The fields of RTL_CRITICAL_SECTION, in its order, and its protocol before Windows Server 2003 SP1.
///
/// LockCount counts every thread that has entered or is waiting to enter, minus one. A recursive owner
/// counts once per entry. The thread that changes LockCount from -1 to 0 owns the section. A thread that
/// adds 1 to a section that another thread owns has *announced* itself. The owner sees the announcement
/// when it subtracts its own 1, and hands the section to one of the waiters without freeing it. So the
/// owner wakes a thread for each announcement, whatever the waiter has done since.
///
/// Sources: the public headers (winnt.h); Matt Pietrek and Russ Osterlund, "Break Free of Code
/// Deadlocks in Critical Sections Under Windows" (2003), for the meaning of the fields.
class section_core {
public:
    section_core() noexcept = default;
    section_core(section_core const&) = delete;
    section_core& operator=(section_core const&) = delete;

    /// Enters if the section is free or this thread owns it. Never blocks.
    bool try_enter() noexcept {
        std::int32_t free = -1;
        // acquire: G1, pairs with L1: what the last owner wrote is visible. relaxed on failure: the
        // thread has entered nothing.
        if (lock_count_.compare_exchange_strong(free, 0, std::memory_order_acquire,
                                                std::memory_order_relaxed)) {
            become_owner();
            return true;
        }
        if (!is_mine()) return false;
        // relaxed: the owner counts itself once more, and reads no data of another thread.
        lock_count_.fetch_add(1, std::memory_order_relaxed);
        recursion_count_.write(recursion_count_.read() + 1);
        return true;
    }

    /// The fields of a section that no thread uses at the moment.
    section_fields fields() const noexcept {
        // relaxed: no thread writes at the moment, and the caller has synchronized with the last writer.
        return {lock_count_.load(std::memory_order_relaxed), recursion_count_.read(),
                owning_thread_.load(std::memory_order_relaxed),
                lock_semaphore_.load(std::memory_order_relaxed), spin_count_};
    }

protected:
    /// The size of an RTL_CRITICAL_SECTION_DEBUG.
    static constexpr std::size_t debug_record_bytes = 48;
    /// The bits of a spin count; the others are flags.
    static constexpr std::uint32_t spin_count_mask = 0x00FF'FFFF;

    ~section_core() = default;

    /// Allocates the record that NT keeps for debuggers on the process's heap; see debug_info_.
    NTSTATUS take_debug_record() noexcept {
        NTSTATUS const status = kernel::heap_allocate(debug_record_bytes);
        if (status == STATUS_SUCCESS) debug_info_ = debug_record_bytes;
        return status;
    }
    void give_back_debug_record() noexcept {
        kernel::heap_free(debug_record_bytes);
        debug_info_ = 0;
    }

    /// Makes the section free. The caller publishes the section to other threads.
    void make_free(kernel::handle event, std::uint32_t spins) noexcept {
        spin_count_ = spins & spin_count_mask;
        // relaxed: no other thread knows of the section yet.
        lock_semaphore_.store(event, std::memory_order_relaxed);
        // relaxed: no other thread knows of the section yet.
        lock_count_.store(-1, std::memory_order_relaxed);
    }

    /// Sets every field to zero. Such a section is not free: a thread that enters it waits forever.
    void make_unusable() noexcept {
        spin_count_ = 0;
        recursion_count_.write(0);
        // relaxed: no other thread uses the section any more.
        owning_thread_.store(0, std::memory_order_relaxed);
        // relaxed: no other thread uses the section any more.
        lock_semaphore_.store(kernel::no_handle, std::memory_order_relaxed);
        // relaxed: no other thread uses the section any more.
        lock_count_.store(0, std::memory_order_relaxed);
    }

    /// The first half of entering. @return true if this thread has entered. False: it has announced itself,
    /// so it must wait until the section is handed to it, and then call take_over().
    // [arrive]
    bool arrive() noexcept {
        if (spin_count_ != 0 && enter_by_spinning()) return true;
        // acquire: G2, pairs with L1 in depart(): what the last owner wrote is visible.
        if (lock_count_.fetch_add(1, std::memory_order_acquire) == -1) {
            become_owner();
            return true;
        }
        if (!is_mine()) return false;
        recursion_count_.write(recursion_count_.read() + 1);
        return true;
    }
    // [/arrive]

    /// The second half of entering, after the wait.
    // [take_over]
    void take_over() noexcept {
        // acquire: G3, pairs with L2 in depart(). A wait in the keyed event is not known to order memory,
        // so the section does. A load could return an older value; an exchange reads the newest.
        owning_thread_.exchange(kernel::current_thread(), std::memory_order_acquire);
        recursion_count_.write(1);
    }
    // [/take_over]

    /// The first half of leaving. @return whether a thread has announced itself. The section then belongs
    /// to a waiter, and the caller must wake one.
    // [depart]
    bool depart() noexcept {
        std::int32_t const left = recursion_count_.read() - 1;
        recursion_count_.write(left);
        if (left != 0) {
            // relaxed: the section stays with this thread.
            lock_count_.fetch_sub(1, std::memory_order_relaxed);
            return false;
        }
        // release: L2, pairs with G3: the waiter that gets the section sees what this owner wrote.
        owning_thread_.store(0, std::memory_order_release);
        // release: L1, pairs with G1 and G2: a thread that enters a free section has read this -1.
        return lock_count_.fetch_sub(1, std::memory_order_release) > 0;
    }
    // [/depart]

    // In the order of RTL_CRITICAL_SECTION.
    std::uintptr_t debug_info_ = 0; // NT: the record's address. Here: its size, or 0.
    kev::atomic<std::int32_t> lock_count_{0, "LockCount"};
    kev::shared<std::int32_t> recursion_count_{0, "RecursionCount"}; // only the owner uses it
    kev::atomic<kernel::thread_id> owning_thread_{0, "OwningThread"};
    kev::atomic<kernel::handle> lock_semaphore_{kernel::no_handle, "LockSemaphore"};
    std::uintptr_t spin_count_ = 0;

private:
    void become_owner() noexcept {
        // relaxed: only this thread looks for its own number, and it reads its own store.
        owning_thread_.store(kernel::current_thread(), std::memory_order_relaxed);
        recursion_count_.write(1);
    }

    bool is_mine() const noexcept {
        // relaxed: no other thread ever writes this thread's number.
        return owning_thread_.load(std::memory_order_relaxed) == kernel::current_thread();
    }

    /// Looks `spin_count_` times whether the section has become free. @return whether this thread has entered.
    /// False at once if this thread owns the section.
    bool enter_by_spinning() noexcept {
        if (is_mine()) return false;
        for (std::uintptr_t left = spin_count_; left != 0; --left) {
            // relaxed: try_enter() looks again, and acquires.
            if (lock_count_.load(std::memory_order_relaxed) == -1 && try_enter()) return true;
            kev::relax();
        }
        return false;
    }
};

} // namespace kev::lab01
