// One thread joins the table and wakes itself, again and again, to be counted by an instruction counter:
//
//   valgrind --tool=callgrind lab06_wake_instructions PARKED TURNS [BUCKETS]
//
// Two runs with different TURNS: the difference, divided, is the cost of one join with its wake.
#include <kev/lab06/wait_bucket.hpp>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

using namespace kev::lab06;

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s PARKED TURNS [BUCKETS]\n", argv[0]);
        return 2;
    }
    auto const number = [&](int index) { return std::strtoul(argv[index], nullptr, 10); };
    std::size_t const parked = number(1);
    std::vector<wait_bucket> buckets(argc > 3 ? number(3) : 256);
    wait_table const table(buckets);
    std::vector<long> variables(parked + 1);
    std::deque<waiter> waiters;
    for (std::size_t i = 0; i < parked; ++i) {
        waiters.emplace_back(&variables[i], this_thread_id());
        table.bucket_of(&variables[i]).join(waiters.back());
    }
    std::size_t found = 0;
    for (std::size_t i = 0, turns = number(2); i < turns; ++i) {
        waiter self(&variables[parked], this_thread_id());
        wait_bucket& bucket = table.bucket_of(&variables[parked]);
        bucket.join(self);
        bucket.wake(request::one(&variables[parked]));
        found += self.was_let_go();
    }
    std::printf("%zu\n", found);
    return found == number(2) ? 0 : 1;
}
