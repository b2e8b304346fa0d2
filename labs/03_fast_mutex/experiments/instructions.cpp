// How many instructions an uncontended pair takes: see kev/bench/pairs.hpp.
#include "locks.hpp"

#include <kev/bench/pairs.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/article_mutex.hpp>

int main(int argc, char** argv) {
    using namespace kev::bench;
    candidates const alone{candidate<kev::lab03::article_mutex>{"article_mutex"}};
    return pair_program(own_locks + alone + system_locks).run(argc, argv);
}
