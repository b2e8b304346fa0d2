// The condition variable and its peers: a bounded queue, and a broadcast to many.
#include "types_locks.hpp"

#include <kev/bench/broadcast.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/trade.hpp>

#include <string>

namespace kev::bench {

namespace {

struct add_both {
    template <typename Pair>
    void operator()(std::string const& name) const {
        add_trades{}.operator()<Pair>(name);
        add_broadcasts{}.operator()<Pair>(name);
    }
};

} // namespace

void register_all() {
    condvars.measure(add_both{});
}

} // namespace kev::bench
