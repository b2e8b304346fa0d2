// The loads of the simulation's tests.
#pragma once

#include <kev/lab07/simulation/convoy.hpp>

namespace kev::lab07::simulation {

// The article's load: thread 0 takes the lock at cycle 0, and thread 1 comes at cycle 500. Then a thread arrives every 2,000
// cycles. The parameters' defaults are the article's.
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
