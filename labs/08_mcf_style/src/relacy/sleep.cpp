// The sleep by address in the Relacy world: src/model/sleep.cpp on Relacy's scheduler.
#include <kev/lab08/sleep.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace kev::lab08 {

namespace {

struct sleeper {
    void const* where = nullptr;
    int thread = 0;
};

// All sleeping threads, in the order in which they came.
struct sleepers {
    std::array<sleeper, 16> all{};
    std::size_t size = 0;

    std::size_t count(void const* where) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < size; ++i) found += all[i].where == where;
        return found;
    }
    void remove(int thread) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size; ++i)
            if (all[i].thread != thread) all[kept++] = all[i];
        size = kept;
    }
    // The thread at this address before which `skipped` others came.
    int take(void const* where, std::size_t skipped) {
        std::size_t i = 0;
        while (all[i].where != where || skipped-- > 0) ++i;
        int const taken = all[i].thread;
        remove(taken);
        return taken;
    }
};

// Those of this run.
sleepers& asleep() {
    static sleepers all;
    static std::uint64_t run = 0;
    if (run != kev::run_number) {
        run = kev::run_number;
        all = {};
    }
    return all;
}

void const* address(void const* word, half which) noexcept {
    return static_cast<char const*>(word) + (which == half::high ? 4 : 0);
}

std::uint32_t part(state_t state, half which) noexcept {
    return static_cast<std::uint32_t>(which == half::high ? state >> 32 : state);
}

// The value that the kernel finds in the word: an exchange that succeeds has found the newest.
state_t newest(atomic_state const& word) {
    // relaxed: the sleep orders no memory.
    state_t value = word.load(std::memory_order_relaxed);
    bool is_newest = false;
    while (!is_newest)
        // relaxed: the sleep orders no memory.
        is_newest = const_cast<atomic_state&>(word).compare_exchange_strong(
            value, value, std::memory_order_relaxed, std::memory_order_relaxed);
    return value;
}

// When a time-out comes. A calendar there is not: an absolute time is now.
std::chrono::nanoseconds deadline_of(lab05::sleep_end const& end) {
    using lab05::nt_ticks;
    if (end.on == lab05::sleep_end::clock::calendar) return kev::time_so_far;
    constexpr nt_ticks most = std::chrono::floor<nt_ticks>(std::chrono::nanoseconds::max() / 2);
    return std::max<std::chrono::nanoseconds>(kev::time_so_far, std::min(end.moment, most));
}

} // namespace

bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* /*named*/) noexcept {
    rl::context& context = rl::ctx();
    rl::debug_info const place("sleep_while", "", 0);
    // The scheduler comes before this read-modify-write, and not again before the thread sleeps.
    if (part(newest(word), compared) != part(seen, compared)) return true;
    int const self = context.threadx_->index_;
    sleepers& all = asleep();
    all.all[all.size++] = {address(&word, compared), self};
    bool const timed = end.on != lab05::sleep_end::clock::none;
    if (context.park_current_thread(timed, false, false, place) != rl::unpark_reason_timeout)
        return true;
    asleep().remove(self);
    kev::time_so_far = std::max(kev::time_so_far, deadline_of(end));
    return false;
}

void wake(void const* word, half compared, int most) noexcept {
    rl::context& context = rl::ctx();
    rl::debug_info const place("wake", "", 0);
    void const* const where = address(word, compared);
    context.sched();
    for (; most > 0; --most) {
        std::size_t const count = asleep().count(where);
        if (count == 0) return;
        std::size_t const skipped =
            count > 1 && most < every_sleeper
                ? context.rand(static_cast<unsigned>(count), rl::sched_type_user)
                : 0;
        context.unpark_thread(asleep().take(where, skipped), false, place);
    }
}

void requeue(atomic_state const& word, state_t seen, void const* to) noexcept {
    if (part(newest(word), half::low) != part(seen, half::low)) return;
    for (std::size_t i = 0; i < asleep().size; ++i)
        if (asleep().all[i].where == &word) asleep().all[i].where = to;
}

} // namespace kev::lab08
