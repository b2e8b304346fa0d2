// The object behind the NULL handle, and the handlers of fork() for this object and all others.
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include "handle_table.hpp"

#include <atomic>
#include <system_error>

#include <pthread.h>

namespace kev::lab02::emulation {

namespace {

constinit std::atomic<keyed_event_table*> made{nullptr};

keyed_event_table& make_default_table() {
    static keyed_event_table& table = *new keyed_event_table;
    // release: D1, pairs with D2: a thread that finds the pointer finds a complete table.
    made.store(&table, std::memory_order_release); // D1
    return table;
}

} // namespace

keyed_event_table& default_table() {
    // acquire: D2, pairs with D1.
    if (keyed_event_table* const table = made.load(std::memory_order_acquire)) return *table; // D2
    return make_default_table();
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
    default_table().forget_threads();
}

// Made when the program starts, unless a lock has needed the table earlier. So a lock that first sleeps when memory has
// run out does not have to ask for more.
[[maybe_unused]] bool const ready = [] {
    default_table();
    handles();
    if (int const error = pthread_atfork(before_the_fork, in_the_parent, in_the_child))
        throw std::system_error(error, std::generic_category(), "pthread_atfork");
    return true;
}();

} // namespace

} // namespace kev::lab02::emulation
