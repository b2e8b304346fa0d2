// The cost of spinning and yielding beside a computation of low priority: lab 03's experiment with this lab's locks. Each output
// list is a share: how much speed the computation keeps, and how many of its acquisitions the lock keeps.
#include "locks.hpp"

#include <kev/bench/low_priority.hpp>

namespace {

using namespace kev::lab07;
using kev::bench::candidate;

constexpr kev::bench::candidates compared{
    candidate<handoff_mutex>{"handoff_mutex"}, candidate<unfair_mutex>{"unfair_mutex"},
    candidate<bounded_mutex>{"bounded_mutex"}, candidate<ticket_mutex>{"ticket_mutex"},
    candidate<mcs_mutex>{"mcs_mutex"}};

} // namespace

int main(int argc, char** argv) {
    return kev::bench::low_priority_program(compared).run(argc, argv);
}
