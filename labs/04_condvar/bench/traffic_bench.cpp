// Notifications to one: a queue between producers and consumers, and two threads in turn.
#include "condvars.hpp"

#include <kev/bench/options.hpp>
#include <kev/bench/ping_pong.hpp>
#include <kev/bench/trade.hpp>

#include <string>

namespace kev::bench {

namespace {

struct add_turns {
    template <typename Pair>
    void operator()(std::string const& name) const {
        using turns = turns_by_condvar<typename Pair::condvar, typename Pair::mutex>;
        add_ping_pong{}.template operator()<turns>(name);
    }
};

} // namespace

void register_all() {
    condvars.measure(add_trades{});
    condvars.measure(add_turns{});
}

} // namespace kev::bench
