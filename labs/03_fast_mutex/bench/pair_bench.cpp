// Lock and unlock by one thread that nobody disturbs: what a program pays when locks do not fight.
#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/bench/uncontended.hpp>
#include <kev/lab03/article_mutex.hpp>
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>

namespace kev::bench {

void register_all() {
    add_pair const add;
    add.operator()<one_rmw>("limit:one_rmw_and_a_store");
    add.operator()<two_rmws>("limit:two_rmws");
    add.operator()<lab03::fast_mutex>("fast_mutex");
    add.operator()<lab03::asymmetric_mutex>("asymmetric_mutex");
    add.operator()<lab03::article_mutex>("article_mutex");
    for_each_system_lock(add);
}

} // namespace kev::bench
