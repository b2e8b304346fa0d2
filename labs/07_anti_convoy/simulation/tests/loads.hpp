// The loads of the simulation's tests.
#pragma once

#include <kev/lab07/simulation/convoy.hpp>

namespace kev::lab07::simulation {

// "T0 acquires L at cycle 0; if it just so happens that T1 tries to acquire it at cycle 500 ...", then
// an arrival every 2,000 cycles. The parameters' defaults are the article's.
inline parameters article(policy lock) {
    parameters given;
    given.lock = lock;
    given.first_arrivals = {0, 500};
    return given;
}

inline parameters random_arrivals(policy lock, ticks interval) {
    parameters given;
    given.lock = lock;
    given.interval = interval;
    given.arrivals = spacing::random;
    return given;
}

} // namespace kev::lab07::simulation
