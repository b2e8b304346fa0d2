// The article's benchmark: four threads count one number up, 2^24 times each, under one lock.
// `--full-size` is the article's size.
#include "locks.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>

namespace kev::bench {

void register_all() {
    (own_locks + system_locks).measure(add_article{});
}

} // namespace kev::bench
