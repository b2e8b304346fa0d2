/// @file
/// What all generations of the critical section share: the fields, and the protocol on them. What they
/// differ in is where a thread sleeps, and when that place is made.
#pragma once

#include <cstdint>

#include <kev/lab01/kernel.hpp>
#include <kev/lab01/section_fields.hpp>
#include <kev/world.hpp>

namespace kev::lab01 {

/// The fields of RTL_CRITICAL_SECTION, in its order, and its protocol before Windows Server 2003 SP1.
///
/// LockCount counts everybody who is in or wants in. Whoever takes it from -1 to 0 owns the section.
/// Whoever takes it further has *announced* itself: the owner sees it when it takes its own count back,
/// and hands the section over to one of those who wait, without freeing it in between. So from the
/// announcement on, somebody is going to be woken for it, whatever happens to it meanwhile.
///
/// Sources: the public headers (winnt.h); Matt Pietrek and Russ Osterlund, "Break Free of Code
/// Deadlocks in Critical Sections Under Windows" (2003), for the meaning of the fields.
class section_core {
public:
    section_core() noexcept = default;
    section_core(section_core const&) = delete;
    section_core& operator=(section_core const&) = delete;

    /// Enters if nobody else is in. Never blocks.
    bool try_enter() noexcept {
        std::int32_t free = -1;
        // acquire: E1, pairs with L1: what the last owner wrote is visible. relaxed on failure:
        // nothing was taken.
        if (lock_count_.compare_exchange_strong(free, 0, std::memory_order_acquire,
                                                std::memory_order_relaxed)) {
            become_owner();
            return true;
        }
        if (!is_mine()) return false;
        // relaxed: the owner counts itself once more; it has seen all there is to see.
        lock_count_.fetch_add(1, std::memory_order_relaxed);
        recursion_count_.write(recursion_count_.read() + 1);
        return true;
    }

    /// A look from outside, at a section at rest.
    section_fields fields() const noexcept {
        // relaxed: at rest nobody writes; whoever brought the section to rest has told us of it.
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

    /// What NT keeps of a section for debuggers, on the process's heap; see debug_info_.
    NTSTATUS take_debug_record() noexcept {
        NTSTATUS const status = kernel::heap_allocate(debug_record_bytes);
        if (status == STATUS_SUCCESS) debug_info_ = debug_record_bytes;
        return status;
    }
    void give_back_debug_record() noexcept {
        kernel::heap_free(debug_record_bytes);
        debug_info_ = 0;
    }

    /// Makes the section free. The caller publishes it.
    void make_free(kernel::handle event, std::uint32_t spins) noexcept {
        spin_count_ = spins & spin_count_mask;
        // relaxed: no other thread knows of the section yet.
        lock_semaphore_.store(event, std::memory_order_relaxed);
        // relaxed: as above.
        lock_count_.store(-1, std::memory_order_relaxed);
    }

    /// The opposite: all zero, which is not a free section; whoever enters one waits for ever.
    void make_unusable() noexcept {
        spin_count_ = 0;
        recursion_count_.write(0);
        // relaxed: no other thread uses the section any more.
        owning_thread_.store(0, std::memory_order_relaxed);
        // relaxed: as above.
        lock_semaphore_.store(kernel::no_handle, std::memory_order_relaxed);
        // relaxed: as above.
        lock_count_.store(0, std::memory_order_relaxed);
    }

    /// The first half of entering. @return true if this thread is in; false if it has announced itself
    /// and must wait to be handed the section, then call take_over().
    bool arrive() noexcept {
        if (spin_count_ != 0 && enter_by_spinning()) return true;
        // acquire: E2, pairs with L1.
        if (lock_count_.fetch_add(1, std::memory_order_acquire) == -1) {
            become_owner();
            return true;
        }
        if (!is_mine()) return false;
        recursion_count_.write(recursion_count_.read() + 1);
        return true;
    }

    /// The second half, after the wait.
    void take_over() noexcept {
        // acquire: E3, pairs with L2: a wait is not known to order memory in every generation, so the
        // section does it. A plain load could be of an older value; as to this, see kev::read_newest().
        owning_thread_.exchange(kernel::current_thread(), std::memory_order_acquire);
        recursion_count_.write(1);
    }

    /// The first half of leaving. @return whether somebody has announced itself: the section is then
    /// its, and it must be woken.
    bool depart() noexcept {
        std::int32_t const left = recursion_count_.read() - 1;
        recursion_count_.write(left);
        if (left != 0) {
            // relaxed: the section stays with this thread.
            lock_count_.fetch_sub(1, std::memory_order_relaxed);
            return false;
        }
        // release: L2, pairs with E3: if the section is handed over, so is what the owner wrote.
        owning_thread_.store(0, std::memory_order_release);
        // release: L1, pairs with E1 and E2: whoever takes a free section has read the -1 that is written here.
        return lock_count_.fetch_sub(1, std::memory_order_release) > 0;
    }

    // In the order of RTL_CRITICAL_SECTION.
    std::uintptr_t debug_info_ = 0; // here the size of the record; 0: there is none
    kev::atomic<std::int32_t> lock_count_{0, "LockCount"};
    kev::shared<std::int32_t> recursion_count_{0, "RecursionCount"}; // the owner's alone
    kev::atomic<kernel::thread_id> owning_thread_{0, "OwningThread"};
    kev::atomic<kernel::handle> lock_semaphore_{kernel::no_handle, "LockSemaphore"};
    std::uintptr_t spin_count_ = 0;

private:
    void become_owner() noexcept {
        // relaxed: only this thread looks for its own number here, and it finds what it wrote itself.
        owning_thread_.store(kernel::current_thread(), std::memory_order_relaxed);
        recursion_count_.write(1);
    }

    bool is_mine() const noexcept {
        // relaxed: no other thread ever writes this thread's number.
        return owning_thread_.load(std::memory_order_relaxed) == kernel::current_thread();
    }

    /// Looks `spin_count_` times whether the section has become free, unless it is this thread's own.
    bool enter_by_spinning() noexcept {
        if (is_mine()) return false;
        for (std::uintptr_t left = spin_count_; left != 0; --left) {
            // relaxed: try_enter() confirms it.
            if (lock_count_.load(std::memory_order_relaxed) == -1 && try_enter()) return true;
            kev::relax();
        }
        return false;
    }
};

} // namespace kev::lab01
