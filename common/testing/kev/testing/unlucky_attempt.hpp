/// @file
/// The test of an attempt that others always beat to the lock: it ends all the same. The attempt is stopped after each
/// instruction; where that cannot be done, or would show the compiler's loops instead of the lock's, it is skipped.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>

#include <gtest/gtest.h>

#include <kev/testing/single_step.hpp>

namespace kev::testing {

/// Whether the compiler makes a loop of a fetch_or that asks for one bit, which compares and exchanges and looks at no
/// clock: GCC without optimization does, and clang 14 always. In the right rhythm that loop alone is beaten forever.
inline bool fetch_or_is_a_loop() {
    static constexpr int many = 1'000;
    std::atomic<std::uint32_t> word{0};
    int instructions = 0;
    auto const change_the_word = [&] {
        word += 2;
        return ++instructions == many;
    };
    bool was_set = false;
    step_through([&] { was_set = (word.fetch_or(1, std::memory_order_acquire) & 1) != 0; },
                 change_the_word);
    return instructions == many && !was_set;
}

/// Lock::try_lock_with(limit), stopped after each instruction, with a limit that is over already. The lock is free while
/// the nth is carried out if free_at(n) says so; otherwise another thread owns it.
template <typename Lock>
struct stepped_attempt {
    /// Then the lock is left free, so that the attempt ends.
    static constexpr int far_too_many = 10'000;

    int instructions = 0;
    bool succeeded = false;

    stepped_attempt(auto const& limit, std::predicate<int> auto const& free_at) {
        Lock lock;
        lock.lock();
        bool theirs = true;
        auto const change_hands = [&] {
            bool const last = ++instructions == far_too_many;
            bool const free = last || free_at(instructions);
            if (free && theirs) lock.unlock();
            theirs = !free && (theirs || lock.try_lock());
            return last;
        };
        step_through([&] { succeeded = lock.try_lock_with(limit); }, change_hands);
    }
};

/// To be the whole of a test. `over` is a limit that has passed, and never sleeps. The lock is free for a moment again
/// and again, in every rhythm up to the length of an attempt: one of them is that in which the attempt looks.
template <typename Lock>
void expect_to_end_although_others_are_always_faster(auto const& over) {
    if (!threads_can_be_stepped) GTEST_SKIP() << "threads cannot be stopped here";
    if (fetch_or_is_a_loop()) GTEST_SKIP() << "this compiler makes a loop of fetch_or";
    using attempt = stepped_attempt<Lock>;
    int const undisturbed = attempt(over, [](int) { return false; }).instructions;
    for (int first = 1; first <= undisturbed; ++first) {
        for (int every = 2; every <= undisturbed; ++every) {
            attempt const unlucky(
                over, [&](int now) { return now >= first && (now - first) % every == 0; });
            ASSERT_LT(unlucky.instructions, attempt::far_too_many)
                << "lost each time, free after instruction " << first << " and each " << every
                << " later";
        }
    }
}

} // namespace kev::testing
