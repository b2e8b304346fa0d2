// Runs a number of uncontended lock/unlock pairs and nothing else, for an instruction counter:
//
//   valgrind --tool=callgrind lab03_instructions LOCK PAIRS
//
// Two runs with different PAIRS: the difference, divided, is the cost of one pair with its loop.
#include <kev/lab03/article_mutex.hpp>
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>

#include <cstdio>
#include <cstdlib>
#include <mutex>
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
    using namespace kev::lab03;
    std::string_view const lock = argc == 3 ? argv[1] : "";
    unsigned long const pairs = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
    if (lock == "fast_mutex") return run<fast_mutex>(pairs);
    if (lock == "asymmetric_mutex") return run<asymmetric_mutex>(pairs);
    if (lock == "article_mutex") return run<article_mutex>(pairs);
    if (lock == "std::mutex") return run<std::mutex>(pairs);
    std::fprintf(
        stderr,
        "usage: %s LOCK PAIRS\nlocks: fast_mutex asymmetric_mutex article_mutex std::mutex\n",
        argv[0]);
    return 2;
}
