// How many instructions an uncontended pair takes: see kev/bench/pairs.hpp.
#include "peers.hpp"

#include <kev/bench/pairs.hpp>

int main(int argc, char** argv) {
    return kev::bench::pair_program(kev::bench::timed_locks).run(argc, argv);
}
