// Without Abseil on this machine there is nothing to measure against.
#pragma once

#include <kev/bench/candidates.hpp>

namespace kev::bench {

inline constexpr candidates<> absl_condvars{};

} // namespace kev::bench
