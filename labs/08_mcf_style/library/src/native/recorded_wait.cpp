#include <kev/library/recorded_wait.hpp>

#include <kev/lab04/spin_lock.hpp>
#include <kev/lab08/forked_child.hpp>
#include <kev/library/checked_mutex.hpp>
#include <kev/library/system_thread.hpp>
#include <kev/library/this_thread.hpp>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace kev::library {

namespace {

struct wait {
    std::uintptr_t thread = 0; // this_thread()
    std::uintmax_t number = 0; // system_thread()
    checked_mutex const* awaited = nullptr;
};

// The waits are the first `used` of the table, in the order in which they began. Only a thread that owns `of_table`
// touches either.
constinit std::array<wait, 1024> table;
constinit std::size_t used = 0;
constinit lab04::spin_lock of_table;

// fork() copies the table, and not the threads that wait.
void forget_waits() noexcept {
    used = 0;
    of_table.unlock(); // another thread may have had it
}

[[maybe_unused]] bool const ready = (lab08::run_in_forked_children(forget_waits), true);

// The thread's newest wait, which is the wait that it sleeps in. It has an older one if the program's hook for contention
// (contention.hpp) waits for another mutex before the thread sleeps.
wait* wait_of(std::uintptr_t thread) noexcept {
    for (std::size_t i = used; i-- > 0;)
        if (table[i].thread == thread) return &table[i];
    return nullptr;
}

// The wait of the thread that owns what `current` waits for; none if that thread does not wait. While the caller has the
// table, a recorded thread cannot leave lock(). So it keeps every mutex that it owned when its wait was recorded.
wait const* next_in_chain(wait const& current) noexcept {
    return wait_of(current.awaited->owner());
}

// How many waits the circle through `newest` has; 0: there is none. The limit is for a thread that has just taken what it
// waited for and is still recorded: it seems to wait for itself.
std::size_t circle_through(wait const& newest) noexcept {
    wait const* current = &newest;
    for (std::size_t length = 1; length <= used; ++length) {
        current = next_in_chain(*current);
        if (current == nullptr) return 0;
        if (current == &newest) return length;
    }
    return 0;
}

// Makes no std::string: the allocator may use a mutex of the circle.
void print(wait const& each, wait const& owner) noexcept {
    lab08::state_t const state = each.awaited->state();
    std::fprintf(stderr,
                 "kev: thread %ju waits for the mutex at %p, which is owned by thread %ju. "
                 "Its word is 0x%016" PRIx64 ": %s, %" PRIu64 " sleeping\n",
                 each.number, static_cast<void const*>(each.awaited), owner.number, state,
                 lab08::mutex_bits::is_free(state) ? "free" : "locked",
                 lab08::mutex_bits::counts::sleeping(state));
}

[[noreturn]] void report(wait const& newest, std::size_t length) noexcept {
    std::fprintf(stderr, "kev: a deadlock of %zu threads. Each waits for the next:\n", length);
    wait const* current = &newest;
    do {
        wait const* const next = next_in_chain(*current);
        print(*current, *next);
        current = next;
    } while (current != &newest);
    std::abort();
}

void report_a_circle_through(wait const& newest) noexcept {
    if (std::size_t const length = circle_through(newest); length != 0) report(newest, length);
}

} // namespace

recorded_wait::recorded_wait(checked_mutex const& awaited) noexcept
    : has_room_([&awaited] {
          std::lock_guard const guard(of_table);
          if (used == table.size()) return false;
          wait& newest = table[used++];
          newest = {this_thread(), system_thread(), &awaited};
          report_a_circle_through(newest);
          return true;
      }()) {}

recorded_wait::~recorded_wait() {
    if (!has_room_) return;
    std::lock_guard const guard(of_table);
    // The waits of a thread end in the opposite order of their beginnings.
    wait* const mine = wait_of(this_thread());
    if (mine == nullptr) return; // the hook has forked, and this is the child
    std::copy(mine + 1, table.data() + used, mine);
    --used;
    // The thread goes back to its older wait. A circle through that wait may have been closed in between.
    if (wait const* const older = wait_of(this_thread())) report_a_circle_through(*older);
}

} // namespace kev::library
