// A thread notifies many.
#include "condvars.hpp"

#include <kev/bench/broadcast.hpp>
#include <kev/bench/options.hpp>

namespace kev::bench {

void register_all() {
    condvars.measure(add_broadcasts{});
}

} // namespace kev::bench
