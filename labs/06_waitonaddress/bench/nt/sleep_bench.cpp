// The cost of a sleep and a wake-up on ntdll: one thread to one thread, and one to many.
#include <kev/bench/options.hpp>
#include <kev/lab06/nt/system_address.hpp>
#include <kev/lab06/on_address.hpp>

#include "../broadcast.hpp"
#include "../ping_pong_ways.hpp"

namespace kev::bench {

namespace {

struct on_system {
    static void wait(kev::atomic<std::uint32_t>& word, std::uint32_t undesired) noexcept {
        lab06::system::wait_on_address(&word, &undesired, sizeof undesired);
    }
    static void wake_one(kev::atomic<std::uint32_t>& word) noexcept {
        lab06::system::wake_by_address_single(&word);
    }
};

class system_broadcast {
public:
    void wait(std::uint32_t round) {
        while (round_.load() < round) {
            std::uint32_t const before = round - 1;
            lab06::system::wait_on_address(&round_, &before, sizeof before);
        }
    }
    void call(std::uint32_t round, int) {
        round_.store(round);
        lab06::system::wake_by_address_all(&round_);
    }

private:
    std::atomic<std::uint32_t> round_{0};
};

} // namespace

void register_all() {
    add_ping_pong const add;
    add.operator()<keyed_event>("keyed_event");
    add.operator()<flags_on<lab06::on_address, false>>("wait_on_address");
    // A against A: how far apart two rows of the same thing are is the noise of the rest.
    add.operator()<flags_on<lab06::on_address, false>>("wait_on_address_again");
    add.operator()<bare_alert>("bare_alert");
    if (lab06::system::is_there()) add.operator()<flags_on<on_system, false>>("WaitOnAddress");
    register_broadcast<keyed_broadcast>("keyed_event");
    register_broadcast<address_broadcast>("wait_on_address");
    register_broadcast<address_broadcast>("wait_on_address_again");
    if (lab06::system::is_there()) register_broadcast<system_broadcast>("WaitOnAddress");
    register_broadcast<condition_broadcast>("condition_variable");
}

} // namespace kev::bench
