// What a sleep and a wake-up cost: one thread to one thread, and one to many.
#include <kev/bench/options.hpp>
#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/lab06/on_address.hpp>
#include <kev/lab06/on_atomic_wait.hpp>

#include "../broadcast.hpp"
#include "../ping_pong_ways.hpp"

namespace kev::bench {

namespace {

// As on_futex, but counted as the emulation counts its own calls.
struct counted_futex {
    static void wait(kev::atomic<std::uint32_t>& word, std::uint32_t undesired) noexcept {
        ++this_thread_tally().sleeps;
        lab06::on_futex::wait(word, undesired);
    }
    static void wake_one(kev::atomic<std::uint32_t>& word) noexcept {
        ++this_thread_tally().wakes;
        lab06::on_futex::wake_one(word);
    }
};

} // namespace

void register_all() {
    register_ping_pong<keyed_event>("keyed_event");
    register_ping_pong<flags_on<lab06::on_address, true>>("wait_on_address");
    register_ping_pong<bare_alert>("bare_alert");
    register_ping_pong<flags_on<counted_futex, true>>("raw_futex");
    register_ping_pong<flags_on<lab06::on_atomic_wait, false>>("atomic_wait");
    register_broadcast<keyed_broadcast>("keyed_event");
    register_broadcast<address_broadcast>("wait_on_address");
    register_broadcast<atomic_broadcast>("atomic_wait");
    register_broadcast<condition_broadcast>("condition_variable");
}

} // namespace kev::bench
