// How many instructions an uncontended pair takes: see kev/bench/pairs.hpp.
#include "locks.hpp"

#include <kev/bench/pairs.hpp>

int main(int argc, char** argv) {
    return kev::bench::pair_program(kev::bench::own_locks).run(argc, argv);
}
