// The object behind the NULL handle, and the handlers of fork() for this object and all others.
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include "handle_table.hpp"

#include <atomic>
#include <bit>
#include <system_error>

#include <pthread.h>

namespace kev::lab02::emulation {

// All zero: no page of it exists before a thread sleeps by key.
constinit keyed_event_table::bucket
    keyed_event_table::static_buckets_[keyed_event_table::default_buckets]{};

constexpr keyed_event_table::keyed_event_table(bucket (&buckets)[default_buckets]) noexcept
    : bits_(std::bit_width(default_buckets) - 1), choice_(bucket_choice::spread),
      buckets_(buckets) {}

union never_destroyed {
    constexpr never_destroyed() noexcept : table(keyed_event_table::static_buckets_) {}
    never_destroyed(never_destroyed const&) = delete;
    never_destroyed& operator=(never_destroyed const&) = delete;
    ~never_destroyed() {}
    keyed_event_table table;
};

namespace {

constinit never_destroyed the_table;
constinit std::atomic<bool> is_used{false};

} // namespace

keyed_event_table& default_table() {
    // relaxed: for the child of a fork(), which has one thread. It looks first: the flag's cache line is everybody's.
    if (!is_used.load(std::memory_order_relaxed)) is_used.store(true, std::memory_order_relaxed);
    return the_table.table;
}

namespace {

// fork() copies the tables and one thread. The table of handles is held during the copy, so that the child gets it
// whole. Thousands of buckets cannot be held: the child makes their guards anew and forgets whom it finds in the queues,
// for those threads are not there. NT's queues are in the kernel, and a child of its own would find them empty, too.
void before_the_fork() noexcept {
    handles().hold();
}

void in_the_parent() noexcept {
    handles().let_go();
}

void in_the_child() noexcept {
    forget_os_sleepers();
    handles().forget_threads();
    // relaxed: the child has one thread. Where none has slept by key, the buckets have no pages yet.
    if (is_used.load(std::memory_order_relaxed)) the_table.table.forget_threads();
}

[[maybe_unused]] bool const ready = [] {
    handles();
    if (int const error = pthread_atfork(before_the_fork, in_the_parent, in_the_child))
        throw std::system_error(error, std::generic_category(), "pthread_atfork");
    return true;
}();

} // namespace

} // namespace kev::lab02::emulation
