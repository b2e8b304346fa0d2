// Lock and unlock by one thread that nobody disturbs: what a program pays when locks do not fight.
#include "locks.hpp"

#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/bench/uncontended.hpp>
#include <kev/lab03/article_mutex.hpp>

namespace kev::bench {

void register_all() {
    add_pair const add;
    add.operator()<one_rmw>("limit:one_rmw_and_a_store");
    add.operator()<two_rmws>("limit:two_rmws");
    (own_locks + system_locks).measure(add);
    add.operator()<lab03::article_mutex>("article_mutex"); // alone it cannot hang
}

} // namespace kev::bench
