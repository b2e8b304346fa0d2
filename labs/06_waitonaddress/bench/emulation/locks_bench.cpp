// The three-state mutex on each way to sleep, against lab 03's on keyed events and the system's.
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_timed_mutex.hpp>
#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/lab06/on_atomic_wait.hpp>

#include "../lock_families.hpp"

namespace kev::bench {

namespace {

template <typename Add>
void add_all(Add add) {
    using namespace lab06;
    add.template operator()<lab03::fast_mutex>("fast_mutex (lab 03)");
    add.template operator()<address_mutex<>>("address_mutex");
    // A against A: how far apart two rows of the same lock are is the noise of the rest.
    add.template operator()<address_mutex<>>("address_mutex_again");
    add.template operator()<address_timed_mutex>("address_timed_mutex");
    add.template operator()<address_mutex<on_futex>>("three states on futex");
    add.template operator()<address_mutex<on_atomic_wait>>("three states on atomic wait");
    for_each_system_lock(add);
}

} // namespace

void register_all() {
    add_all(add_pair{});
    add_all(add_article{});
}

} // namespace kev::bench
