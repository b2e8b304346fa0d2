// The condition variable and its peers: a bounded queue, and a broadcast to many.
#include "set_locks.hpp"

#include <kev/bench/broadcast.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/trade.hpp>

namespace kev::bench {

void register_all() {
    condvars.measure(add_trades{});
    condvars.measure(add_broadcasts{});
}

} // namespace kev::bench
