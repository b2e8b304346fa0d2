// How many instructions an uncontended pair takes: see kev/bench/pairs.hpp.
#include "../bench/locks.hpp" // this folder has another file of that name

#include <kev/bench/pairs.hpp>

int main(int argc, char** argv) {
    using namespace kev::bench;
    return pair_program(unfair_locks + fair_locks + system_locks).run(argc, argv);
}
