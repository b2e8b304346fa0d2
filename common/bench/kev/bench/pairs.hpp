/// @file
/// Uncontended pairs of lock and unlock and nothing else, for an instruction counter.
#pragma once

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <kev/bench/candidates.hpp>

namespace kev::bench {

/// A thread that sleeps from here to the end of this object. A process with one thread only is a special case of the C
/// library: glibc leaves the atomic operations out of its locks. The thread does not wake up before its end: the
/// instructions of each wake-up would be counted, and the number of wake-ups would differ from run to run.
class companion {
public:
    companion() : thread_([this] { sleep(); }) {}
    ~companion() {
        {
            std::lock_guard const guard(mutex_);
            is_over_ = true;
        }
        over_.notify_one();
        thread_.join();
    }
    companion(companion const&) = delete;
    companion& operator=(companion const&) = delete;

private:
    void sleep() {
        std::unique_lock lock(mutex_);
        over_.wait(lock, [this] { return is_over_; });
    }

    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::thread thread_; // last: it uses the others
};

/// The main() of a lab's program `instructions`:
/// @code
/// valgrind --tool=callgrind lab03_instructions LOCK PAIRS
/// @endcode
/// Two runs with different PAIRS: the difference, divided, is the cost of one pair with its loop.
template <typename... Locks>
class pair_program {
public:
    explicit pair_program(candidates<Locks...> const& locks) : locks_(locks) {}

    /// Returns main()'s status.
    int run(int argc, char const* const* argv) {
        std::string_view const wanted = argc == 3 ? argv[1] : "";
        unsigned long const pairs = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
        bool found = false;
        std::string names;
        locks_.visit([&]<typename Lock>(std::string const& name) {
            names += " \"" + name + "\"";
            if (name != wanted) return;
            found = true;
            repeat<Lock>(pairs);
        });
        if (found) return 0;
        std::fprintf(stderr, "usage: %s LOCK PAIRS\nlocks:%s\n", argv[0], names.c_str());
        return 2;
    }

private:
    template <typename Lock>
    static void repeat(unsigned long pairs) {
        static Lock lock;
        companion const second_thread;
        for (unsigned long i = 0; i < pairs; ++i) {
            lock.lock();
            lock.unlock();
        }
    }

    candidates<Locks...> locks_;
};

} // namespace kev::bench
