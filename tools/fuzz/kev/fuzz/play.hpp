/// @file
/// One input of the fuzzer: a program, and the choices of its schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace kev::fuzz {

/// The result of an input.
struct played {
    bool good = true;
    bool finished = false; ///< every thread came to its end
    std::string story;     ///< if it is not good: the program, the schedule, what is wrong
};

/// Plays the input in the model world.
played play(std::uint8_t const* data, std::size_t size);

} // namespace kev::fuzz
