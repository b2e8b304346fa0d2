/// @file
/// The model world: the names of the native one, but every operation is a step of the checker.
///
/// A program of this world runs one thread. The checker plays the threads of a scenario in it, one
/// step after the other, in every order that its budgets allow (docs/checker.md).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include <kev/checker/run.hpp>
#include <kev/checker/source_place.hpp>
#include <kev/model/atomic.hpp>
#include <kev/model/shared.hpp>

namespace kev::inline model {

/// Reads the newest value of `word`, and acquires. The model holds it to that, whatever the native one does besides.
template <typename T>
T read_newest(atomic<T>& word,
              checker::source_place where = checker::source_place::current()) noexcept {
    return word.fetch_add(0, std::memory_order_acquire, where);
}

/// The clock of every deadline. Model time stands still, but for time-outs: each moves it to its
/// deadline.
struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;

    static time_point now(checker::source_place where = checker::source_place::current()) noexcept {
        checker::run* const run = checker::run::active();
        return time_point(run != nullptr ? run->now(where) : duration{});
    }
};

/// The thread has nothing better to do than to look again: the others go first.
inline void relax(checker::source_place where = checker::source_place::current()) noexcept {
    checker::rest("relax", where);
}

/// As relax(): a model has no processor to give away.
inline void yield(checker::source_place where = checker::source_place::current()) noexcept {
    checker::rest("yield", where);
}

/// The calls that one thread has made into the kernel in this run.
using tally = checker::thread_tally;

/// The calling thread's own tally.
inline tally& this_thread_tally() noexcept {
    static tally outside;
    checker::run* const run = checker::run::active();
    return run != nullptr ? run->me().tally : outside;
}

/// Adds one to that number of the calling thread's tally.
inline void count_call(std::uint64_t tally::*number) noexcept {
    ++(this_thread_tally().*number);
}

/// One half of an asymmetric pair of fences. The model promises what the proposal P1202
/// promises, and no more: a light fence and a heavy one are ordered as two sequentially consistent
/// fences are; two light ones are not ordered at all.
inline void
asymmetric_fence_light(checker::source_place where = checker::source_place::current()) noexcept {
    checker::light_fence(where);
}

/// The other half; it is a sequentially consistent fence of its own thread besides.
inline void
asymmetric_fence_heavy(checker::source_place where = checker::source_place::current()) noexcept {
    checker::heavy_fence(where);
}

/// The model is of a machine that can reach into other threads.
inline bool asymmetric_fence_is_free() noexcept {
    return true;
}

// One executable, one world; see the native world's header of the same name.
extern int const world_marker;

} // namespace kev::inline model

#if defined(_MSC_VER)
#pragma detect_mismatch("kev_world", "model")
#else
namespace { // NOLINTBEGIN(misc-definitions-in-headers): one an object file, as intended
[[gnu::used]] int const* const kev_only_one_world = &kev::model::world_marker;
} // namespace, NOLINTEND(misc-definitions-in-headers)
#endif
