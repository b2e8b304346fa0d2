/// @file
/// Uncontended pairs of lock and unlock and nothing else, for an instruction counter.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <kev/bench/candidates.hpp>
#include <kev/bench/companion.hpp>

namespace kev::bench {

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
