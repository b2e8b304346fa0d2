/// @file
/// The memory of one run: what every object holds, who knows of which store, and whether two accesses
/// race.
///
/// Sequential consistency is the case in which every load reads the newest store, and every store becomes the newest. A
/// weak memory is that of C++20 by views: a store takes a place in its object's modification order; a load may read any
/// store that is not older than what its thread knows of; an acquire takes over what the release knew. See
/// docs/executions.md for which executions that leaves out.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <kev/checker/fingerprint.hpp>
#include <kev/checker/knowledge.hpp>
#include <kev/checker/object_table.hpp>
#include <kev/checker/source_place.hpp>

namespace kev::checker {

/// One store of an object.
struct stored {
    std::uint64_t value = 0;
    knowledge message; ///< what a load that acquires takes over
    fingerprint hash = 0;
    std::uint16_t place = 0; ///< in the modification order
    bool replaced = false;   ///< by a read-modify-write, which stands right behind it
};

/// An access to something plain, for the next one to be compared with.
struct access {
    std::uint32_t moment = 0; ///< of the thread's clock; 0: there was none
    source_place where;
};

/// The last accesses to something plain: all that the next one can race with.
struct accesses {
    std::size_t writer = 0;
    access write;
    std::array<access, max_threads> reads;
};

/// In which of its rounds each thread has looked at something last; see thread_state::round.
using onlookers = std::array<std::uint32_t, max_threads>;

/// An atomic object with its stores, in the order in which they were made. Under sequential consistency only the last is
/// kept.
struct atomic_object {
    void const* address = nullptr;
    char const* name = nullptr;
    std::size_t number = 0; ///< its place in every view
    fingerprint identity = 0;
    fingerprint reads = 0; ///< see dependency
    std::vector<stored> history;
    std::size_t stores = 0; ///< how many entries of `history` are of this run
    accesses life;          ///< to make it is a plain write of it; every operation on it reads that
    onlookers looked_at{};
    std::vector<std::uint16_t> order; ///< the numbers of the stores, in modification order

    std::size_t newest_number() const noexcept { return order.back(); }
    stored& newest() noexcept { return history[newest_number()]; }
    /// The store at this place of the modification order.
    stored& at(std::size_t place) noexcept { return history[order[place]]; }
};

/// Plain data that a lock protects.
struct plain_object {
    void const* address = nullptr;
    char const* name = nullptr;
    std::uint64_t value = 0;
    accesses done; ///< to make it is a write, too
};

/// A race: the earlier access and whose it was.
struct race {
    std::size_t thread = 0;
    bool wrote = false;
    source_place where;
};

/// The memory of a run.
class memory {
public:
    /// Forgets everything. With `weak`, loads may read, and stores may stand behind, other stores than the newest.
    void begin_run(bool weak);
    /// A thread that starts knows what `parent` knows.
    void begin_thread(std::size_t thread, std::size_t parent);
    /// Thread 0 comes to know what all others know: they have ended.
    void join_all(std::size_t threads);

    atomic_object* find_atomic(void const* address) noexcept { return atomics_.find(address); }
    plain_object* find_plain(void const* address) noexcept { return plains_.find(address); }
    /// Whether another object can be made. An object that is made anew counts again.
    bool has_room() const noexcept {
        return atomics_.size() < max_objects && atomics_.has_room() && plains_.has_room();
    }
    /// A new object. Accesses to an object that was there before are still known: see write_plain().
    atomic_object& make_atomic(void const* address, std::uint64_t initial, char const* name,
                               fingerprint identity);
    plain_object& make_plain(void const* address, std::uint64_t initial, char const* name);

    /// The place of the oldest store of the object that the load may read.
    std::size_t oldest_readable(atomic_object const& object, std::size_t thread,
                                std::memory_order order) const noexcept;
    /// The place of the oldest store behind which the thread's own may stand.
    std::size_t oldest_replaceable(atomic_object const& object, std::size_t thread,
                                   std::memory_order order) const noexcept;
    /// The thread reads store number `index`.
    void read(atomic_object& object, std::size_t index, std::size_t thread,
              std::memory_order order);
    /// The thread stores, right behind store number `behind` in the modification order; `modify` if it is the second
    /// half of a read-modify-write.
    void write(atomic_object& object, std::uint64_t value, std::size_t thread,
               std::memory_order order, bool modify, std::size_t behind);
    /// A fence of the thread.
    void fence(std::size_t thread, std::memory_order order);
    /// The two halves of an asymmetric pair; see asymmetric_fence_light() of the worlds.
    void light_fence(std::size_t thread);
    void heavy_fence(std::size_t thread);
    /// Both threads come to know what either knows.
    void meet(std::size_t one, std::size_t other);
    /// The thread is in the kernel: what threads have changed that were there before comes before what it will change.
    void enter_kernel(std::size_t thread) noexcept;

    /// Plain accesses. @return whether there is a race; if so `found` says with what.
    bool read_plain(accesses& done, std::size_t thread, source_place where, race& found);
    bool write_plain(accesses& done, std::size_t thread, source_place where, race& found);

    /// The values of all objects, and who knows of which access to plain data: all of the memory that
    /// can make a difference from now on, as long as every load reads the newest store.
    fingerprint situation(std::size_t threads) noexcept;
    /// The objects that a thread has looked at in this round of its looks.
    fingerprint looked_at_by(std::size_t thread, std::uint32_t round) noexcept;

private:
    struct thread_memory {
        knowledge now;
        knowledge acquired; // by relaxed loads: an acquire fence takes it over
        knowledge released; // at the last release fence: a relaxed store passes it on
        view behind;        // the thread's stores stand behind these: the kernel has ordered them
    };

    void raise(view& mine, atomic_object const& object, std::size_t store) const noexcept;
    void join(view& mine, view const& other) noexcept;
    void join(knowledge& mine, knowledge const& other) noexcept;
    void put_behind(atomic_object& object, std::size_t store, std::size_t behind);
    std::size_t objects() const noexcept { return weak_ ? atomics_.size() : 0; }
    bool ordered(std::size_t thread, access const& earlier, std::size_t whose) const noexcept;
    bool is_alive(atomic_object& one) noexcept;
    fingerprint who_knows(access const& one, std::size_t whose, std::size_t threads) noexcept;
    void advance(std::size_t thread) noexcept { threads_[thread].now.clock.advance(thread); }

    bool weak_ = false;
    std::array<thread_memory, max_threads> threads_{};
    view sequential_; // what sequentially consistent steps have published
    view heavy_;      // what heavy fences have published
    view light_;      // what light fences have published, for heavy ones
    view kernel_;     // what threads that were in the kernel have seen and changed
    object_table<atomic_object> atomics_;
    object_table<plain_object> plains_;
};

/// Whether the order has an acquire (consume counts as one), or a release.
constexpr bool acquires(std::memory_order order) noexcept {
    return order != std::memory_order_relaxed && order != std::memory_order_release;
}
constexpr bool releases(std::memory_order order) noexcept {
    return order == std::memory_order_release || order == std::memory_order_acq_rel ||
           order == std::memory_order_seq_cst;
}

} // namespace kev::checker
