/// @file
/// The litmus test of a pair of fences: two threads store, and each then looks for the other's store.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include <kev/testing/threads.hpp>
#include <kev/world.hpp>

namespace kev::testing {

/// Two threads meet `rounds` times. Each stores a number, calls its fence, and reads the other's number.
/// @return in how many rounds neither saw the other's: 0 if the two fences are a pair. Without one every processor
///         of today reorders a store with a later load now and then, if the two run at the same time.
template <typename First, typename Second>
int rounds_in_which_neither_saw_the_other(int rounds, First first, Second second) {
    struct alignas(64) side {
        alignas(64) std::atomic<int> arrived{0};
        alignas(64) std::atomic<int> number{0};
        std::vector<char> missed;
    } sides[2];
    for (side& each : sides) each.missed.resize(static_cast<std::size_t>(rounds));
    run_threads(2, [&](int index) {
        side& mine = sides[index];
        side& other = sides[1 - index];
        for (int round = 1; round <= rounds; ++round) {
            mine.arrived.store(round);
            for (int look = 0; other.arrived.load() < round; ++look)
                look < 1'000 ? kev::relax() : kev::yield();
            // relaxed: how this is ordered before the load is what the fences are asked for.
            mine.number.store(round, std::memory_order_relaxed);
            index == 0 ? first() : second();
            // relaxed: as above.
            int const seen = other.number.load(std::memory_order_relaxed);
            mine.missed[static_cast<std::size_t>(round) - 1] = seen < round;
        }
    });
    int both = 0;
    for (std::size_t i = 0; i < sides[0].missed.size(); ++i)
        both += sides[0].missed[i] != 0 && sides[1].missed[i] != 0;
    return both;
}

} // namespace kev::testing
