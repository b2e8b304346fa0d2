// The cost of a sleep and a wake-up: one thread to one thread, and one to many.
#include <kev/bench/options.hpp>
#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/lab06/on_address.hpp>
#include <kev/lab06/on_atomic_wait.hpp>

#include "../broadcast.hpp"
#include "../ping_pong_ways.hpp"

namespace kev::bench {

void register_all() {
    add_ping_pong const add;
    add.operator()<keyed_event>("keyed_event");
    add.operator()<flags_on<lab06::on_address, true>>("wait_on_address");
    // A against A: how far apart two rows of the same thing are is the noise of the rest.
    add.operator()<flags_on<lab06::on_address, true>>("wait_on_address_again");
    add.operator()<bare_alert>("bare_alert");
    add.operator()<flags_on<lab06::on_futex, true>>("raw_futex");
    add.operator()<flags_on<lab06::on_atomic_wait, false>>("atomic_wait");
    register_broadcast<keyed_broadcast>("keyed_event");
    register_broadcast<address_broadcast>("wait_on_address");
    register_broadcast<address_broadcast>("wait_on_address_again");
    register_broadcast<atomic_broadcast>("atomic_wait");
    register_broadcast<condition_broadcast>("condition_variable");
}

} // namespace kev::bench
