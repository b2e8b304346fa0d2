// Runs a number of matches and nothing else, to be counted by an instruction counter:
//
//   valgrind --tool=callgrind lab02_match_instructions PARKED MATCHES [BUCKETS]
//
// Two runs with different MATCHES: the difference, divided, is the cost of one match. A table of 64 buckets
// is indexed as that of Windows is.
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace kev::lab02::emulation;

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s PARKED MATCHES [BUCKETS]\n", argv[0]);
        return 2;
    }
    auto const number = [&](int index) { return std::strtoul(argv[index], nullptr, 10); };
    std::size_t const count = number(1);
    std::size_t const buckets = argc > 3 ? number(3) : keyed_event_table::default_buckets;
    keyed_event_table table(buckets,
                            buckets == 64 ? bucket_choice::as_windows : bucket_choice::spread);
    std::vector<thread_record> records(count);
    std::vector<long> locks(count + 1);
    for (std::size_t i = 0; i < count; ++i) table.arrive(side::waiter, &locks[i], records[i]);
    thread_record waiter;
    thread_record releaser;
    std::size_t met = 0;
    for (std::size_t i = 0, matches = number(2); i < matches; ++i) {
        table.arrive(side::waiter, &locks[count], waiter);
        met += table.arrive(side::releaser, &locks[count], releaser);
    }
    std::printf("%zu\n", met);
    return met == number(2) ? 0 : 1;
}
