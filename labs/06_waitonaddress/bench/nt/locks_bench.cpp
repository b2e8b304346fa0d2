// The three-state mutex on each way to sleep, against lab 03's on keyed events and Windows's own locks,
// which sleep by alerts, too.
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_timed_mutex.hpp>
#include <kev/lab06/nt/system_address.hpp>

#include "../lock_families.hpp"

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

template <typename Add>
void add_all(Add add) {
    using namespace lab06;
    add.template operator()<lab03::fast_mutex>("fast_mutex (lab 03)");
    add.template operator()<address_mutex<>>("address_mutex");
    add.template operator()<address_mutex<>>("address_mutex_again");
    add.template operator()<address_timed_mutex>("address_timed_mutex");
    add.template operator()<address_mutex<on_system>>("three states on WaitOnAddress");
    for_each_system_lock(add);
}

} // namespace

void register_all() {
    add_all(add_pair{});
    add_all(add_article{});
}

} // namespace kev::bench
