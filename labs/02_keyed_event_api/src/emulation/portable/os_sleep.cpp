// How a thread sleeps where there is no futex (macOS, the BSDs): a few condition variables, shared by
// address. They live as long as the program, so a wake-up that comes late finds one that still exists.
#include <kev/lab02/emulation/sleeping_word.hpp>

#include <array>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include <pthread.h>

namespace kev::lab02::emulation {

namespace {

struct bedroom {
    std::mutex guard;
    std::condition_variable changed;
};

// Never destroyed: threads may sleep in one while the program ends, and to destroy a condition variable
// under a sleeper may block forever.
std::array<bedroom, 64>& bedrooms() {
    static auto& all = *new std::array<bedroom, 64>;
    return all;
}

// Made when the program starts: the first to sleep must not be the one to ask for memory.
[[maybe_unused]] auto const& made_at_the_start = bedrooms();

bedroom& bedroom_of(std::atomic<std::uint32_t> const& word) noexcept {
    // Thread records lie at equal offsets in their pages: mix the page number in.
    auto const address = reinterpret_cast<std::uintptr_t>(&word);
    return bedrooms()[(address >> 6 ^ address >> 12 ^ address >> 20) % bedrooms().size()];
}

// POSIX lets a thread be canceled while it waits for a condition variable. No lock can be unwound out of its wait:
// the program would end. A futex is no such point, so here, too, the thread is canceled later.
class not_cancelled {
public:
    not_cancelled() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    ~not_cancelled() { pthread_setcancelstate(before_, nullptr); }
    not_cancelled(not_cancelled const&) = delete;
    not_cancelled& operator=(not_cancelled const&) = delete;

private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

template <typename Clock>
auto moment(std::int64_t nanoseconds) noexcept {
    return std::chrono::time_point<Clock, std::chrono::nanoseconds>(
        std::chrono::nanoseconds(nanoseconds));
}

} // namespace

bool os_sleep(std::atomic<std::uint32_t>& word, std::uint32_t expected, deadline limit) noexcept {
    bedroom& room = bedroom_of(word);
    not_cancelled const here;
    std::unique_lock lock(room.guard);
    // relaxed: the guard orders this against os_wake, which comes after the change; the caller reads
    // the word again with the order that it needs.
    if (word.load(std::memory_order_relaxed) != expected) return true;
    std::cv_status status = std::cv_status::no_timeout;
    switch (limit.when) {
    case deadline::kind::never:
        room.changed.wait(lock);
        break;
    case deadline::kind::now:
        status = std::cv_status::timeout;
        break;
    case deadline::kind::steady:
        status =
            room.changed.wait_until(lock, moment<std::chrono::steady_clock>(limit.nanoseconds));
        break;
    case deadline::kind::calendar:
        status =
            room.changed.wait_until(lock, moment<std::chrono::system_clock>(limit.nanoseconds));
        break;
    }
    return status == std::cv_status::no_timeout;
}

void os_wake(std::atomic<std::uint32_t>& word) noexcept {
    bedroom& room = bedroom_of(word);
    // The sleeper looks at the word under the guard: taken here, it cannot be between look and sleep.
    { std::lock_guard const lock(room.guard); }
    room.changed.notify_all(); // strangers share the room; they look and sleep again
}

// fork() copies a guard that another thread holds as held, and that thread is not there. New rooms are made in the
// memory of the old ones, whose destructors might wait for threads that are gone.
void forget_os_sleepers() noexcept {
    for (bedroom& room : bedrooms()) std::construct_at(&room);
}

} // namespace kev::lab02::emulation
