// How many instructions an enter and a leave take without contention: see kev/bench/pairs.hpp.
#include "sections.hpp"

#include <kev/bench/pairs.hpp>

int main(int argc, char** argv) {
    return kev::bench::pair_program(kev::bench::own_locks).run(argc, argv);
}
