#include "next_in_turn.hpp"

#include <algorithm>

namespace kev::checker {

std::size_t next_in_turn(std::span<candidate const> candidates, std::size_t last) noexcept {
    auto const distance = [&](candidate one) {
        return (one.thread + max_threads - last - 1) % max_threads;
    };
    auto const chosen =
        std::min_element(candidates.begin(), candidates.end(),
                         [&](candidate a, candidate b) { return distance(a) < distance(b); });
    return static_cast<std::size_t>(chosen - candidates.begin());
}

} // namespace kev::checker
