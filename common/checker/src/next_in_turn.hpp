// A scheduler that lets the threads go one after the other, each a step.
#pragma once

#include <kev/checker/run.hpp>

#include <cstddef>
#include <span>

namespace kev::checker {

// The place in the list of the thread that comes first after thread `last`. Behind the highest number comes the lowest.
std::size_t next_in_turn(std::span<candidate const> candidates, std::size_t last) noexcept;

} // namespace kev::checker
