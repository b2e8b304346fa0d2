/// @file
/// The native world for code that a compiler's own libraries stand on. It has the names of common/worlds/native, and
/// needs no function of the C++ library: that library's clocks and its yield() call the functions made of this code.
#pragma once

#include <chrono>

#include <kev/native/core.hpp>

namespace kev::inline native_core {

/// A steady clock.
struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept;
};

/// Gives the processor to another thread that is ready to run. Does not block otherwise.
void yield() noexcept;

} // namespace kev::inline native_core
