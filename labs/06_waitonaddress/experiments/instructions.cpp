// Runs a number of uncontended lock/unlock pairs and nothing else, for an instruction counter:
//
//   valgrind --tool=callgrind lab06_instructions LOCK PAIRS
//
// Two runs with different PAIRS: the difference, divided, is the cost of one pair with its loop.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_timed_mutex.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

template <typename Lock>
int run(unsigned long pairs) {
    static Lock lock;
    // A process with one thread only is a special case of the C library's locks.
    std::jthread const companion([](std::stop_token const& stop) {
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
    for (unsigned long i = 0; i < pairs; ++i) {
        lock.lock();
        lock.unlock();
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    std::string_view const lock = argc == 3 ? argv[1] : "";
    unsigned long const pairs = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
    if (lock == "fast_mutex (lab 03)") return run<kev::lab03::fast_mutex>(pairs);
    if (lock == "address_mutex") return run<kev::lab06::address_mutex<>>(pairs);
    if (lock == "address_timed_mutex") return run<kev::lab06::address_timed_mutex>(pairs);
    std::fprintf(stderr,
                 "usage: %s LOCK PAIRS\n"
                 "locks: \"fast_mutex (lab 03)\" address_mutex address_timed_mutex\n",
                 argv[0]);
    return 2;
}
