// Runs one uncontended operation a number of times and nothing else, for an instruction counter:
//
//   valgrind --tool=callgrind lab08_instructions WHAT TURNS
//
// Two runs with different TURNS: the difference, divided, is the cost of one turn with its loop. A turn of
// "loop" is nothing; one of "call_once" is the question whether it is done, which it is.
#include <kev/bench/pairs.hpp>
#include <kev/bench/peers.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/primitive_mutex.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

namespace {

// A turn must not be lost to the optimizer, and the flag must be looked at in each.
void keep() {
    // seq_cst: the strongest; it binds the compiler and costs no instruction.
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

template <typename Turn>
int run(unsigned long turns, Turn turn) {
    kev::bench::companion const second_thread;
    for (unsigned long i = 0; i < turns; ++i) {
        turn();
        keep();
    }
    return 0;
}

template <typename Lock>
int run_lock(unsigned long turns) {
    static Lock lock;
    return run(turns, [] {
        lock.lock();
        lock.unlock();
    });
}

// The locks of other projects that are there. @return whether `what` is one of them, and has been run.
bool run_peer(std::string_view what, unsigned long turns) {
    bool found = false;
    kev::bench::optional_locks.visit([&]<typename Lock>(std::string_view name) {
        if (name != what) return;
        found = true;
        run_lock<Lock>(turns);
    });
    return found;
}

template <typename Flag>
int run_once(unsigned long turns) {
    static Flag flag;
    [[maybe_unused]] static int calls = 0; // counted, and read by nobody
    return run(turns, [] { call_once(flag, [] { ++calls; }); });
}

} // namespace

int main(int argc, char** argv) {
    using namespace kev::lab08;
    std::string_view const what = argc == 3 ? argv[1] : "";
    unsigned long const turns = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
    if (what == "loop") return run(turns, [] {});
    if (what == "mutex") return run_lock<mutex>(turns);
    if (what == "primitive_mutex") return run_lock<primitive_mutex>(turns);
    if (what == "fast_mutex") return run_lock<kev::lab03::fast_mutex>(turns);
    if (what == "std::mutex") return run_lock<std::mutex>(turns);
    if (what == "call_once") return run_once<once_flag>(turns);
    if (what == "std::call_once") return run_once<std::once_flag>(turns);
    if (run_peer(what, turns)) return 0;
    std::fprintf(stderr,
                 "usage: %s WHAT TURNS\nloop mutex primitive_mutex fast_mutex std::mutex "
                 "call_once std::call_once; and, where they are installed, absl::Mutex parking_lot "
                 "mcfgthread\n",
                 argv[0]);
    return 2;
}
