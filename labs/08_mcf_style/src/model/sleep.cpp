// The sleep by address in the model world, as steps of the checker.
//
// A thread compares and goes to sleep in one step. Which of several sleepers a wake-up takes is a choice of the search:
// no system promises an order. Time-outs are choices, too. budgets::spurious_wakes lets a sleep return at once for no
// reason, and budgets::late_timeouts lets it say that the time is up though it was woken. No sleep orders memory.
#include <kev/lab08/sleep.hpp>

#include <kev/checker/per_run.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace kev::lab08 {

namespace {

using checker::run;

void const* address(void const* word, half which) noexcept {
    return static_cast<char const*>(word) + (which == half::high ? 4 : 0);
}

std::uint32_t part(state_t state, half which) noexcept {
    return static_cast<std::uint32_t>(which == half::high ? state >> 32 : state);
}

// The threads that sleep at one address.
struct bed {
    void const* where = nullptr;
    std::array<std::size_t, checker::max_threads> threads{};
    std::size_t size = 0;
    checker::dependency history;

    std::size_t take(std::size_t index) noexcept {
        std::size_t const taken = threads[index];
        std::copy(threads.begin() + index + 1, threads.begin() + size, threads.begin() + index);
        threads[--size] = 0;
        return taken;
    }
    std::size_t place_of(std::size_t thread) const noexcept {
        auto const found = std::find(threads.begin(), threads.begin() + size, thread);
        return static_cast<std::size_t>(found - threads.begin());
    }
    bool has(std::size_t thread) const noexcept { return place_of(thread) < size; }
    void remove(std::size_t thread) noexcept { take(place_of(thread)); }
};

struct all_beds {
    std::array<bed, 32> beds{};
    std::size_t used = 0;
};

checker::per_run<all_beds> beds;

run& this_run() {
    if (run* const active = run::active()) return *active;
    std::fputs("a sleep of the model world is used outside a run of the checker\n", stderr);
    std::abort();
}

bed& bed_of(std::size_t thread) {
    all_beds& all = beds.get();
    return *std::find_if(all.beds.begin(), all.beds.begin() + all.used,
                         [thread](bed const& each) { return each.has(thread); });
}

bed& bed_at(void const* where) {
    all_beds& all = beds.get();
    for (std::size_t i = 0; i < all.used; ++i)
        if (all.beds[i].where == where) return all.beds[i];
    if (all.used == all.beds.size()) {
        std::fputs("threads sleep at more than 32 addresses in one run\n", stderr);
        std::abort();
    }
    bed& made = all.beds[all.used++];
    made.where = where;
    return made;
}

void note(run& r, char const* operation, void const* where, std::string const& text) {
    if (r.recording())
        r.record({.operation = operation, .object = r.name_of(where, "word"), .note = text});
}

// The value that the kernel finds in the word: the newest.
state_t newest(run& r, atomic_state const& word) {
    checker::atomic_object& object = *r.data().find_atomic(&word);
    std::size_t const last = object.stores - 1;
    // relaxed: the sleep orders no memory.
    r.data().read(object, last, r.self(), std::memory_order_relaxed);
    r.depend_on_read(object, last);
    std::uint64_t const value = object.newest().value;
    r.observe(value);
    r.looked_at(object.looked_at);
    return value;
}

std::optional<std::chrono::nanoseconds> deadline_of(run const& r, lab05::sleep_end const& end) {
    using clock = lab05::sleep_end::clock;
    if (end.on == clock::none) return std::nullopt;
    if (end.on == clock::calendar) return r.time(); // it moves no time, as in lab 02
    using lab05::nt_ticks;
    constexpr nt_ticks most = std::chrono::floor<nt_ticks>(std::chrono::nanoseconds::max() / 2);
    return std::max<std::chrono::nanoseconds>(r.time(), std::min(end.moment, most));
}

bool time_out(run& r, void const* where, std::chrono::nanoseconds deadline) {
    r.changed();
    r.advance_time(deadline);
    r.reached("a wait timed out");
    note(r, "sleep_while", where, "times out");
    return false;
}

// Asleep no more. The bed is looked up again: the thread may have been moved to another.
bool awake(run& r, void const* where, bool woken,
           std::optional<std::chrono::nanoseconds> deadline) {
    if (woken && (!deadline || !r.gamble(r.left.late_timeouts))) return true;
    bed& here = woken ? bed_at(where) : bed_of(r.self());
    if (!woken) here.remove(r.self());
    r.depend(here.history, true);
    if (woken) r.reached("a woken thread was told that its time is up");
    return time_out(r, where, *deadline);
}

void wake_one(void const* where) noexcept {
    run& r = this_run();
    r.point(checker::step::change);
    bed& here = bed_at(where);
    r.depend(here.history, true);
    if (here.size == 0) {
        r.reached("a wake-up found no sleeper");
        return note(r, "wake_one", where, "finds no sleeper");
    }
    std::size_t const woken = here.take(r.choose(here.size));
    r.wake(woken);
    if (r.recording()) note(r, "wake_one", where, "wakes " + r.name_of_thread(woken));
}

void wake_all(void const* where) noexcept {
    run& r = this_run();
    r.point(checker::step::change);
    bed& here = bed_at(where);
    r.depend(here.history, true);
    note(r, "wake_all", where, here.size == 0 ? "finds no sleeper" : "wakes all");
    while (here.size > 0) r.wake(here.take(0));
}

} // namespace

bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* /*named*/) noexcept {
    run& r = this_run();
    count_call(&tally::waits);
    void const* const where = address(&word, compared);
    r.point(checker::step::change);
    bed& here = bed_at(where);
    if (part(newest(r, word), compared) != part(seen, compared)) {
        r.reached("a sleeper found the word changed");
        note(r, "sleep_while", where, "finds it changed");
        return true;
    }
    if (r.gamble(r.left.spurious_wakes)) {
        r.reached("a thread woke for no reason");
        note(r, "sleep_while", where, "wakes for no reason");
        return true;
    }
    here.threads[here.size++] = r.self();
    r.depend(here.history, true);
    r.changed(); // a thread that asks is_asleep() finds it now
    r.reached("a waiter slept");
    auto const deadline = deadline_of(r, end);
    note(r, "sleep_while", where, deadline ? "sleeps, with a time limit" : "sleeps");
    std::string text; // built only to be shown
    if (r.recording()) text = "sleep_while(" + r.name_of(where, "word") + ")";
    bool const woken = r.sleep(deadline, std::move(text));
    return awake(r, where, woken, deadline);
}

// One step for each: Windows has no call that wakes several. Linux does all in one step, which is one of the schedules.
void wake(void const* word, half compared, int most) noexcept {
    void const* const where = address(word, compared);
    if (most == every_sleeper) return wake_all(where);
    for (; most > 0; --most) wake_one(where);
}

void requeue(atomic_state const& word, state_t seen, void const* to) noexcept {
    run& r = this_run();
    void const* const where = &word;
    r.point(checker::step::change);
    bed& here = bed_at(where);
    bed& there = bed_at(to);
    r.depend(here.history, true);
    r.depend(there.history, true);
    if (part(newest(r, word), half::low) != part(seen, half::low))
        return note(r, "requeue", where, "finds it changed");
    note(r, "requeue", where, here.size == 0 ? "finds no sleeper" : "moves the sleeper");
    if (here.size > 0) r.reached("a sleeper was moved");
    while (here.size > 0) there.threads[there.size++] = here.take(0);
}

} // namespace kev::lab08
